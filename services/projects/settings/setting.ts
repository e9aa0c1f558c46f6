import type { SettingItem } from '../../../lib/contracts/project-context';
import type { ProjectDocument } from '../../../lib/resource/document';

/** A setting as stored: wire names as keys. */
export type Setting = ProjectDocument & SettingItem;
