import { writeFileSync } from 'node:fs';
import { describedApi, descriptionFile } from './described-api';

writeFileSync(descriptionFile, describedApi());
console.log(`Wrote ${descriptionFile}`);
