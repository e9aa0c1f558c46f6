import type { ProjectContext, SettingKind } from '../contracts/project-context';

/** By what dumps name people and things instead of ids. */
export interface Names {
  context: ProjectContext;
  /** Address and full name of an account. */
  person(id: number): { email: string; name: string } | undefined;
  milestone(id: number): string | undefined;
  /** Ref of a user story. */
  storyRef(id: number): number | undefined;
}

/** The address of an account; null for none and for one that is gone. */
export const addressOf = (names: Names, id: unknown): string | null => (typeof id === 'number' ? (names.person(id)?.email ?? null) : null);

/** Addresses of accounts, without those that are gone. */
export const addressesOf = (names: Names, ids: readonly number[]): string[] => ids.flatMap((id) => names.person(id)?.email ?? []);

/** The name of a setting of the project, or null. */
export const settingName = ({ context }: Names, kind: SettingKind, id: unknown): string | null =>
  context.settings[kind].find((item) => item.id === id)?.name ?? null;
