"""Settings of a project, import in pieces, and copies: each kind is added, listed and removed."""

from checks import check


def names(items):
    return [item.name for item in items]


def work_with_settings(api, project):
    add_and_remove(api, project)
    lanes_hooks_and_tags(project)
    import_pieces(api, project)
    copy(api, project)


def add_and_remove(api, project):
    """Each kind of setting is added, and removed in favour of another."""
    kinds = (
        ("user story status", api.user_story_statuses, lambda: project.add_user_story_status("Passing")),
        ("task status", api.task_statuses, lambda: project.add_task_status("Passing")),
        ("issue status", api.issue_statuses, lambda: project.add_issue_status("Passing")),
        ("issue type", api.issue_types, lambda: project.add_issue_type("Passing")),
        ("priority", api.priorities, lambda: project.add_priority("Passing")),
        ("severity", api.severities, lambda: project.add_severity("Passing")),
        ("points", api.points, lambda: project.add_point("Passing", 7)),
    )
    for kind, collection, add in kinds:
        heir = collection.list(project=project.id)[0]
        added = add()
        check(f"{kind}: in its list", "Passing" in names(collection.list(project=project.id)), True)
        added.delete(heir.id)
        check(f"{kind}: after deleting it", "Passing" in names(collection.list(project=project.id)), False)
    check("role added", "Diver" in names([project.add_role("Diver"), *project.list_roles()]), True)


def lanes_hooks_and_tags(project):
    project.add_swimlane("Fairway")
    check("swimlanes", names(project.list_swimlanes()), ["Fairway"])
    hook = project.add_webhook("Foghorn", "http://hooks.example.com/", "secret")
    check("webhooks", [(one.name, one.url) for one in project.list_webhooks()], [("Foghorn", "http://hooks.example.com/")])
    hook.delete()
    check("webhooks after deleting it", len(project.list_webhooks()), 0)
    project.add_tag("buoy", "#ff0000")
    project.add_tag("beacon")
    check("tags", project.list_tags(), {"buoy": "#ff0000", "beacon": None})
    project.add_issue_attribute("Draught")
    check("attributes of issues", names(project.list_issue_attributes()), ["Draught"])
    check("attributes of other kinds", [len(each()) for each in other_attributes(project)], [0, 0, 0])


def other_attributes(project):
    return (project.list_task_attributes, project.list_user_story_attributes, project.list_epic_attributes)


def import_pieces(api, project):
    status = [names(each())[0] for each in (project.list_user_story_statuses, project.list_task_statuses, project.list_issue_statuses)]
    of_issues = [names(each())[0] for each in (project.list_issue_types, project.list_priorities, project.list_severities)]
    project.import_milestone("Imported sprint", "2030-01-01", "2030-01-15")
    project.import_user_story("Imported story", status[0])
    project.import_task("Imported task", status[1])
    project.import_issue("Imported issue", of_issues[1], status[2], of_issues[0], of_issues[2])
    project.import_wikipage("imported", "Imported page")
    project.import_wikilink("Imported link", "imported")
    check("imported sprint", names(project.list_milestones()), ["Imported sprint"])
    elements = (api.user_stories, api.tasks, api.issues)
    subjects = [e.subject for collection in elements for e in collection.list(project=project.id)]
    check("imported elements", subjects, ["Imported story", "Imported task", "Imported issue"])
    issue = project.list_issues()[0]
    check("imported issue by its ref", project.get_issue_by_ref(issue.ref).subject, "Imported issue")
    check("imported page", [page.slug for page in project.list_wikipages()], ["imported"])
    check("imported link", [link.title for link in project.list_wikilinks()], ["Imported link"])
    whole = api.projects.import_(f"{project.name} imported", "By its parts", roles=[{"name": "Pilot"}])
    check("roles of an imported project", names(api.projects.get(whole.id).list_roles()), ["Pilot"])
    api.projects.get(whole.id).delete()


def copy(api, project):
    made = project.duplicate(f"{project.name} copied", "A copy", is_private=True, users=[{"id": api.me().id}])
    copied = api.projects.get(made.id)
    check("swimlanes and elements of a copy", [len(copied.list_swimlanes()), len(copied.list_issues()), len(copied.list_epics())], [0, 0, 0])
    check("tags of a copy", copied.list_tags(), {"buoy": "#ff0000", "beacon": None})
    copied.delete()
