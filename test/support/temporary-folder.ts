import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

/**
 * From now on `os.tmpdir()` of this test file is a folder of its own, so that what it finds there is what it left there,
 * whatever other files run at the same time.
 * @returns ends that and removes the folder
 */
export function ownTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(os.tmpdir(), 'larch-tests-'));
  const replaced = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  return () => {
    replaced.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  };
}
