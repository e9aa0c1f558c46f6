import type { DumpItem, DumpSource } from '../../../../lib/dumps/types';
import { asanaFile, asanaProject, asanaStory, asanaTask, type AsanaFrame } from '../../../../lib/importers/asana';
import { numberIn, recordIn, textIn, type Json } from '../../../../lib/importers/read';
import type { OutsideClient } from '../ask';
import { fetchFiles } from '../files';
import { gathered, importLimits } from '../inquiries';
import type { Fetching } from '../system';
import { asanaClient, asanaId } from './client';
import { dataOf, pagesOf } from './pages';

const taskFields = {
  opt_fields: [
    'name,notes,completed,completed_at,created_at,modified_at,due_on,num_subtasks,parent',
    'assignee,followers,tags.name,created_by.name',
  ].join(','),
};
const storyFields = { opt_fields: 'type,resource_subtype,text,created_at,created_by.name,old_name,new_name,assignee' };
const fileFields = { opt_fields: 'name,download_url,created_at' };

/** Deeper tasks are left out: nobody plans like that, and a circle would never end. */
const deepest = 20;

/** A task as it is spooled; `story` is the ref of the one that it belongs to, its own for a story. */
interface FoundTask {
  task: Json;
  ref: number;
  story: number;
}

/** Fetches a project with its tasks (importers.md, Asana). @throws OutsideFailure */
export async function fetchAsanaProject(fetching: Fetching): Promise<DumpSource> {
  const { node, access, options, people, spool } = fetching;
  const client = asanaClient(node, access, importLimits);
  const template = await fetching.template(options.template ?? 'scrum');
  const id = asanaId(options.project);
  const project = await dataOf(client, `/projects/${id}`, { opt_fields: 'name,notes,workspace.name' });
  const workspace = recordIn(project.workspace);
  const tags = await gathered(pagesOf(client, '/tags', { workspace: textIn(workspace.gid), opt_fields: 'name,color' }));
  await new TaskFinder(client, fetching).find(id);

  const name = options.name || `${textIn(workspace.name)}/${textIn(project.name)}`;
  const description = options.description ?? textIn(project.notes);
  const frame: AsanaFrame = { project: id, people, keepReference: options.keepReference };
  const told = async ({ task, ref }: FoundTask) => {
    const key = textIn(task.gid);
    const files = (await spool.rowsOf<Json>('files', key)).flatMap((file) => asanaFile(file) ?? []);
    return { task, ref, stories: await spool.rowsOf<Json>('stories', key), attachments: await fetchFiles(client, fetching, files) };
  };
  return {
    project: asanaProject(template, tags, { name, description, isPrivate: options.isPrivate }),
    async *items(): AsyncGenerator<DumpItem> {
      for await (const found of spool.rows<FoundTask>('tasks')) {
        yield { section: 'user_stories', item: asanaStory(await told(found), frame) };
      }
      for await (const found of spool.rows<FoundTask>('subtasks')) {
        yield { section: 'tasks', item: asanaTask(await told(found), found.story, frame) };
      }
    },
  };
}

/** Finds the tasks of a project, and those below them, and numbers them in turn. */
class TaskFinder {
  #last = 0;
  readonly #seen = new Set<string>();

  constructor(
    private readonly client: OutsideClient,
    private readonly fetching: Fetching,
  ) {}

  async find(project: string): Promise<void> {
    for await (const task of pagesOf(this.client, '/tasks', { project, ...taskFields })) {
      // A task below another may be in the project, too; it comes with the one above.
      if (textIn(recordIn(task.parent).gid) === '') await this.#add(task, null, 0);
    }
  }

  async #add(task: Json, story: number | null, depth: number): Promise<void> {
    const { spool, signal, progress } = this.fetching;
    signal.throwIfAborted();
    const id = textIn(task.gid);
    if (id === '' || this.#seen.has(id) || depth > deepest) return;
    this.#seen.add(id);
    const ref = ++this.#last;
    await spool.add(story === null ? 'tasks' : 'subtasks', { task, ref, story: story ?? ref } satisfies FoundTask);
    const path = `/tasks/${encodeURIComponent(id)}`;
    for await (const one of pagesOf(this.client, `${path}/stories`, storyFields)) await spool.add('stories', one, id);
    for await (const file of pagesOf(this.client, `${path}/attachments`, fileFields)) await spool.add('files', file, id);
    progress('tasks', ref);
    if (numberIn(task.num_subtasks) === 0) return;
    for await (const below of pagesOf(this.client, `${path}/subtasks`, taskFields)) await this.#add(below, story ?? ref, depth + 1);
  }
}
