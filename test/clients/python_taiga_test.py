"""Does with python-taiga what a team does on its first day, and counts what came back as expected.

Usage: python_taiga_test.py BASE_URL ADMIN_PASSWORD APPLICATION
APPLICATION is JSON with the id and the key of an external application.
"""

import json
import sys
import time
import traceback

from taiga import TaigaAPI

import checks
from applications import act_as_application, act_by_personal_token
from checks import check
from elements import work_with_elements
from settings import work_with_settings

def names(items):
    return [item.name for item in items]


def create_project(api, suffix):
    template = next(t for t in api.raw_request.get("/project-templates").json() if t["slug"] == "scrum")
    project = api.projects.create(f"Harbour {suffix}", "A board for the harbour", creation_template=template["id"])
    check("statuses of the template", names(project.list_user_story_statuses()), [s["name"] for s in template["us_statuses"]])
    check("points of the template", names(project.list_points()), [p["name"] for p in template["points"]])
    check("roles of the template", sorted(names(project.list_roles())), sorted(r["name"] for r in template["roles"]))
    return project


def add_members(api, project, suffix):
    role = next(role for role in project.list_roles() if role.name == "Back")
    for name in ("ann", "bob"):
        address = f"{name}-{suffix}@example.com"
        # The library still calls the field `email`, which the API has renamed.
        member = project.add_membership(address, role.id, username=address)
        check(f"role of {name}", member.role, role.id)
    memberships = project.list_memberships()
    check("memberships", len(memberships), 3)
    check("invited addresses", sorted(m.email for m in memberships if m.user is None), [f"ann-{suffix}@example.com", f"bob-{suffix}@example.com"])


def add_statuses(project):
    review = project.add_user_story_status("Review", color="#00ff00", is_closed=False)
    check("colour of the status", review.color, "#00ff00")
    check("statuses", "Review" in names(project.list_user_story_statuses()), True)
    return review


def add_stories(api, project, review):
    stories = [project.add_user_story(subject, description=f"*{subject}*", tags=["first"]) for subject in ("Quay", "Crane")]
    check("refs", [story.ref for story in stories], [1, 2])
    quay = stories[0]
    quay.status = review.id
    quay.update()
    read = api.user_stories.get(quay.id)
    check("status after the change", read.status, review.id)
    check("version after the change", read.version, quay.version)
    check("subject", read.subject, "Quay")
    check("tags", [tag[0] for tag in read.tags], ["first"])
    check("stories of the project", sorted(s.subject for s in project.list_user_stories()), ["Crane", "Quay"])
    check("story by its ref", project.get_userstory_by_ref(2).subject, "Crane")
    stories[1].delete()
    check("stories after deleting one", [s.subject for s in project.list_user_stories()], ["Quay"])


def main(base, password, application):
    suffix = format(int(time.time() * 1000), "x")
    api = TaigaAPI(host=base)
    api.auth(username="admin", password=password)
    check("logged in as", api.me().username, "admin")
    act_as_application(base, api.token, application)
    act_by_personal_token(base, api.token)
    project = create_project(api, suffix)
    add_members(api, project, suffix)
    review = add_statuses(project)
    add_stories(api, project, review)
    work_with_elements(api, create_project(api, f"{suffix} elements"))
    work_with_settings(api, create_project(api, f"{suffix} settings"))
    check("project by its slug", api.projects.get_by_slug(project.slug).id, project.id)
    project.delete()
    check("projects after deleting it", project.id in [p.id for p in api.projects.list()], False)


try:
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
except Exception:
    checks.fail()
    traceback.print_exc()
print(f"{checks.passed} passed, {checks.failed} failed")
sys.exit(1 if checks.failed else 0)
