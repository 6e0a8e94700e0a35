export const jsonHeaders: readonly string[] = ['content-type', 'application/json']
