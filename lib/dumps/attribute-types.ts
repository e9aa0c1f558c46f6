/** Types of custom attributes; the values themselves aren't checked against them (project-settings.md §7). */
export const attributeTypes = ['text', 'multiline', 'richtext', 'date', 'url', 'dropdown', 'checkbox', 'number'] as const;
