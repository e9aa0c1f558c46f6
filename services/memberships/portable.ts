import { randomUUID } from 'node:crypto';
import { comparable } from '../../lib/email-address';
import { portableResource, restoredDocuments } from '../../lib/resource/operations/restored';
import type { Portable } from '../../lib/resource/portable';
import type { Membership } from './documents';
import { welcome } from './joining';
import { memberships } from './memberships.resource';
import { lastOrder, personalFields, sortKeyOf } from './memberships.rules';
import { personsOf } from './people';
import { roles } from './roles.resource';

/** Roles and people travel with their project. Nobody is told, and an invitation gets a token of its own. */
export const portables: readonly Portable[] = [
  portableResource(roles),
  portableResource(memberships, {
    // What opens an invitation isn't in a copy of the project.
    omitted: ['token', 'outbox', 'outbox_count', 'sort_key'],
    async restore(values, context, asker) {
      const { node, call } = asker;
      const restored = await restoredDocuments<Membership>(memberships, values, context, node);
      const users = restored.map(({ user }) => user).filter((user) => user !== null);
      const persons = await personsOf(node, call, users);
      if (users.length > 0) await welcome(asker, context.id, users);
      return restored.map(({ username: _username, ...membership }, index) => {
        const own = { created_at: values[index]?.created_at ?? membership.created_at };
        const person = membership.user === null ? undefined : persons.get(membership.user);
        if (person) return { ...membership, ...own, ...personalFields(person) };
        const invited = comparable(membership.email ?? '');
        const order = membership.user_order || lastOrder();
        return { ...membership, ...own, invited, token: randomUUID(), user_order: order, sort_key: sortKeyOf(null, invited) };
      });
    },
  }),
];
