import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import { startAsana } from '../../support/outside/asana';
import { startGithub } from '../../support/outside/github';
import { jiraKey, startJira } from '../../support/outside/jira';
import type { Stub } from '../../support/outside/stub';
import { startTrello } from '../../support/outside/trello';

export interface Outside {
  here: Installation;
  github: Stub;
  trello: Stub;
  jira: Stub;
  asana: Stub;
  ann: Person;
  stop(): Promise<void>;
}

/** An installation with all importers on, and stubs of all systems. */
export async function startOutside(settings: Record<string, string> = {}): Promise<Outside> {
  const [github, trello, jira, asana] = await Promise.all([startGithub(), startTrello(), startJira(), startAsana()]);
  const here = await startInstallation(
    allServices(),
    {},
    {
      LARCH_IMPORTERS: 'github,trello,jira,asana',
      LARCH_SITE_URL: 'http://front.example.com',
      LARCH_TASK_QUEUE: 'off',
      LARCH_GITHUB_CLIENT_ID: 'client',
      LARCH_GITHUB_CLIENT_SECRET: 'secret',
      LARCH_GITHUB_URL: github.origin,
      LARCH_GITHUB_API_URL: `${github.origin}/api`,
      LARCH_TRELLO_KEY: 'trello-key',
      LARCH_TRELLO_SECRET: 'trello-secret',
      LARCH_TRELLO_URL: `${trello.origin}/1`,
      LARCH_TRELLO_API_URL: `${trello.origin}/1`,
      LARCH_JIRA_CONSUMER_KEY: 'jira-key',
      LARCH_JIRA_PRIVATE_KEY: jiraKey,
      LARCH_JIRA_ALLOW_PRIVATE: 'on',
      LARCH_ASANA_CLIENT_ID: 'client',
      LARCH_ASANA_CLIENT_SECRET: 'secret',
      LARCH_ASANA_URL: `${asana.origin}/-`,
      LARCH_ASANA_API_URL: `${asana.origin}/api/1.0`,
      ...settings,
    },
  );
  const stubs = [github, trello, jira, asana];
  return {
    here,
    github,
    trello,
    jira,
    asana,
    ann: await here.register('ann'),
    async stop() {
      await here.stop();
      for (const stub of stubs) stub.stop();
    },
  };
}
