import { apiError } from '../../../lib/errors';
import type { DumpMembership, DumpProject } from '../../../lib/dumps/types';
import { OutsidePeople } from '../../../lib/importers/people';
import { slugOrNull } from '../../../lib/text/slug';
import { importMails } from '../import/load-dump';
import { importProject } from '../import/import-project';
import type { JobHandler, JobOutcome, JobWork } from '../jobs/job';
import { failingAs } from './inquiries';
import { Spool } from './spool';
import type { Access, ImportOptions, OutsideSystem } from './system';

/** What the job of an import remembers. */
export type ImportParameters = { access: Access; options: ImportOptions };

/** The job that brings a project of an outside system here (importers.md, Common). */
export function importHandler(system: OutsideSystem): JobHandler {
  return { kind: `import_${system.name}`, run: (work) => run(system, work), ...importMails };
}

async function run(system: OutsideSystem, work: JobWork): Promise<JobOutcome> {
  const { node, call, job } = work;
  const { access, options } = job.parameters as ImportParameters;
  const people = new OutsidePeople(options.people);
  const template = async (slug: string) => {
    const found = await call('projects.template', { slug });
    if (!found) throw apiError('BAD_REQUEST', `No project template ${slug}`);
    return found;
  };
  const spool = await Spool.open(node.config.projects.maxDump);
  try {
    const { signal, progress } = work;
    const fetched = system.fetch({ node, access, options, people, spool, signal, progress, template });
    const source = await failingAs((failure) => system.refusal(failure, 'import'), fetched);
    const [owner] = await call('auth.accounts', { ids: [job.owner] });
    if (!owner) throw apiError('NOT_AUTHENTICATED');
    const slug = node.config.projects.slugPrefix ? slugOrNull(`${owner.username}-${source.project.name}`) : null;
    const complete = { ...source, project: { ...source.project, slug, ...membersOf(people, system.role, owner.email) } };
    const project = await importProject(work, complete, {
      owner: job.owner,
      tellsHistory: true,
    });
    return { result: await shown(work, project) };
  } finally {
    await spool.close();
  }
}

/** Who is bound becomes a member, invited by the importer. */
function membersOf(people: OutsidePeople, role: string, owner: string): Pick<DumpProject, 'owner' | 'memberships'> {
  const members = people.bound.filter((address) => address !== owner);
  const memberships = members.map((email): DumpMembership => ({ email, user: email, role, invited_by: owner, is_admin: false }));
  return { owner, memberships };
}

async function shown({ node }: JobWork, project: number): Promise<Record<string, unknown>> {
  const context = await node.caches.projects.one(project);
  if (!context) throw apiError('NOT_FOUND');
  const { slug, is_backlog_activated, is_kanban_activated } = context;
  return { project, slug, my_permissions: ['view_us'], is_backlog_activated, is_kanban_activated };
}
