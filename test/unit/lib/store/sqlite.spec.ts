import { openStore } from '../../../../lib/store';
import { storeSuite } from '../../../support/store-suite';

describe('the SQLite engine', () => storeSuite(() => openStore({ sqlitePath: ':memory:' })));
