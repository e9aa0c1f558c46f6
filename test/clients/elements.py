"""Elements of every kind: made, edited, attached to, commented, searched and removed."""

import tempfile

from taiga.exceptions import TaigaRestException

from checks import check


def exercise(kind, collection, element, history):
    """What all kinds that have comments and attachments can do."""
    edit(kind, collection, element)
    if history is not None:
        comment(kind, element, history)
    attach(kind, element)


def edit(kind, collection, element):
    version = element.version
    if hasattr(element, "subject"):
        element.subject = f"{element.subject} (edited)"
        element.tags = [["harbour", "#00ff00"], ["night", None]]
        element.update()
        read = collection.get(element.id)
        check(f"{kind}: subject after an update", read.subject, element.subject)
        check(f"{kind}: tags after an update", read.tags, [["harbour", "#00ff00"], ["night", None]])
        read.patch(["description", "version"], description=f"A {kind} with **bold**")
        check(f"{kind}: description", "<strong>bold</strong>" in collection.get(element.id).description_html, True)
    else:
        element.content = "The *edited* page"
        element.update()
        read = collection.get(element.id)
        check(f"{kind}: html", read.html, "<p>The <em>edited</em> page</p>")
        read.patch(["content", "version"], content="Once more about cranes")
    check(f"{kind}: version of the last edit", read.version, version + 2)
    check(f"{kind}: the same in its list", collection.get(element.id).id in [e.id for e in collection.list(project=element.project)], True)
    element.version = version
    try:
        element.update()
        check(f"{kind}: an outdated update", "taken", "refused")
    except TaigaRestException as refusal:
        check(f"{kind}: status of an outdated update", refusal.status_code, 400)
    element.version = read.version
    element.__dict__.update({key: getattr(collection.get(element.id), key) for key in ("subject", "tags", "content") if hasattr(element, key)})


def comment(kind, element, history):
    element.add_comment("First words")
    element.add_comment("More words")
    entries = [entry for entry in history.get(element.id) if entry["comment"]]
    check(f"{kind}: comments", sorted(entry["comment"] for entry in entries), ["First words", "More words"])
    check(f"{kind}: comment as html", entries[0]["comment_html"].startswith("<p>"), True)
    history.delete_comment(element.id, entries[0]["id"])
    deleted = {entry["id"]: entry["delete_comment_date"] for entry in history.get(element.id)}
    check(f"{kind}: a deleted comment is marked", deleted[entries[0]["id"]] is not None, True)
    history.undelete_comment(element.id, entries[0]["id"])
    deleted = {entry["id"]: entry["delete_comment_date"] for entry in history.get(element.id)}
    check(f"{kind}: and taken back", deleted[entries[0]["id"]], None)


def attach(kind, element):
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(b"Depths of the basin")
        file.flush()
        attachment = element.attach(file.name, description="Soundings")
    check(f"{kind}: size of the attachment", attachment.size, 19)
    check(f"{kind}: description of the attachment", attachment.description, "Soundings")
    address = attachment.url
    content = element.requester.get(address.split("/api/v1/")[-1]) if "/api/v1/" in address else None
    check(f"{kind}: address of the attachment", content is None and "/media/attachments/" in address, True)
    attachment.description = "Old soundings"
    attachment.patch(["description"])
    listed = element.list_attachments()
    check(f"{kind}: attachments", [(a.id, a.description) for a in listed], [(attachment.id, "Old soundings")])
    attachment.delete()
    check(f"{kind}: attachments after deleting it", len(element.list_attachments()), 0)


def custom_value(kind, element, attribute):
    element.set_attribute(attribute.id, "deep")
    check(f"{kind}: custom value", element.get_attributes()["attributes_values"], {str(attribute.id): "deep"})


def vote(kind, element, path, requester):
    for action, name, count in (("upvote", "voters", 1), ("downvote", "voters", 0), ("watch", "watchers", 1), ("unwatch", "watchers", 0)):
        requester.post(f"/{path}/{element.id}/{action}")
        check(f"{kind}: {name} after {action}", len(requester.get(f"/{path}/{element.id}/{name}").json()), count)


def make_all(api, project):
    """One element of each kind, related to one another."""
    sprint = project.add_milestone("Spring tide", "2030-03-01", "2030-03-15")
    epic = project.add_epic("Dredging", color="#729fcf")
    story = project.add_user_story("Deepen the basin", milestone=sprint.id, tags=["first"])
    api.raw_request.post(f"/epics/{epic.id}/related_userstories", payload={"epic": epic.id, "user_story": story.id})
    task = story.add_task("Order the barge", project.list_task_statuses()[0].id, milestone=sprint.id)
    first = [values[0].id for values in (project.list_priorities(), project.list_issue_statuses(), project.list_issue_types(), project.list_severities())]
    issue = project.add_issue("Leaking lock", *first, description="Water everywhere")
    page = project.add_wikipage("soundings", "About *cranes*")
    link = project.add_wikilink("Soundings", "soundings")
    check("refs of all kinds are counted together", sorted({epic.ref, story.ref, task.ref, issue.ref}), list(range(epic.ref, epic.ref + 4)))
    return sprint, epic, story, task, issue, page, link


def relations(api, project, sprint, epic, story, task):
    check("stories of the epic", [s.id for s in epic.list_user_stories()], [story.id])
    check("tasks of the story", [t.id for t in story.list_tasks()], [task.id])
    check("stories inside the sprint", [s.id for s in api.milestones.get(sprint.id).user_stories], [story.id])
    check("statistics of the sprint", sprint.stats()["total_userstories"], 1)
    sprint.name = "Neap tide"
    sprint.update()
    check("sprint after an update", api.milestones.get(sprint.id).name, "Neap tide")
    for ref, find in ((epic.ref, project.get_epic_by_ref), (story.ref, project.get_userstory_by_ref), (task.ref, project.get_task_by_ref)):
        check(f"element by its ref {ref}", find(ref).ref, ref)
    for element in (story, task):
        check(f"{type(element).__name__} by the resolver", project.get_item_by_ref(element.ref).id, element.id)


def search(api, project):
    found = api.search(project.id, "basin")
    check("stories found", [s.subject for s in found.user_stories], ["Deepen the basin (edited)"])
    check("issues found", len(api.search(project.id, "leaking").issues), 1)
    check("tasks found", len(api.search(project.id, "barge").tasks), 1)
    check("epics found", len(api.search(project.id, "dredging").epics), 1)
    check("pages found", [p.slug for p in api.search(project.id, "cranes").wikipages], ["soundings"])
    check("nothing found", api.search(project.id, "zeppelin").count, 0)


def remove_all(api, project, elements):
    for collection, element in elements:
        element.delete()
        check(f"{type(element).__name__}: in its list after deleting it", element.id in [e.id for e in collection.list(project=project.id)], False)
    check("refs of removed elements", api.search(project.id, "").count, 0)


def work_with_elements(api, project):
    sprint, epic, story, task, issue, page, link = make_all(api, project)
    relations(api, project, sprint, epic, story, task)
    attributes = {
        "story": project.add_user_story_attribute("Depth"),
        "task": project.add_task_attribute("Depth"),
        "issue": project.add_issue_attribute("Depth"),
    }
    kinds = (
        ("epic", api.epics, epic, api.history.epic, "epics"),
        ("story", api.user_stories, story, api.history.user_story, "userstories"),
        ("task", api.tasks, task, api.history.task, "tasks"),
        ("issue", api.issues, issue, api.history.issue, "issues"),
    )
    for kind, collection, element, history, path in kinds:
        exercise(kind, collection, element, history)
        vote(kind, element, path, api.raw_request)
        if kind in attributes:
            custom_value(kind, element, attributes[kind])
    exercise("page", api.wikipages, page, None)
    check("links", [(one.title, one.href) for one in project.list_wikilinks()], [("Soundings", "soundings")])
    issue.upvote()
    check("voters of the issue", api.issues.get(issue.id).total_voters, 1)
    issue.downvote()
    project.like()
    check("fans of the project", api.projects.get(project.id).total_fans, 1)
    project.unlike()
    check("statistics of the project", project.stats()["total_milestones"], None)
    check("statistics of its issues", project.issues_stats()["total_issues"], 1)
    search(api, project)
    removed = [(api.tasks, task), (api.user_stories, story), (api.epics, epic), (api.issues, issue), (api.milestones, sprint)]
    remove_all(api, project, [*removed, (api.wikilinks, link), (api.wikipages, page)])
