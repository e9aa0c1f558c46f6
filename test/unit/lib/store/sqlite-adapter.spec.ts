import { SqliteAdapter } from '../../../../lib/store/sqlite/sqlite.adapter';
import { adapterSuite } from '../../../support/adapter-suite';

describe('the SQLite adapter of moleculer-db', () => adapterSuite(() => new SqliteAdapter(':memory:')));
