import type { Hooks } from '../define';
import type { Document } from '../document';

const names = ['prepare', 'check', 'beforeSave', 'afterSave', 'beforeDestroy', 'afterDestroy'] as const;

/** One set of hooks that runs several after one another. */
export function composedHooks<D extends Document>(...all: readonly Hooks<D>[]): Hooks<D> {
  const composed: Hooks<D> = {
    validate: async (draft, errors) => {
      for (const hooks of all) await hooks.validate?.(draft, errors);
    },
    afterSaveAll: async (drafts) => {
      for (const hooks of all) await hooks.afterSaveAll?.(drafts);
    },
  };
  for (const name of names) {
    composed[name] = async (draft) => {
      for (const hooks of all) await hooks[name]?.(draft);
    };
  }
  return composed;
}
