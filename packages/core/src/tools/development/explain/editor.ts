import { resolve } from 'node:path'
import { Config } from '../../../base/config/config.ts'

/** Returns a URL that opens a location in an editor. `file` may be relative to the folder of the application. */
export type Editor = (file: string, line?: number, column?: number) => string

const templates: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{file}:{line}:{column}',
  cursor: 'cursor://file{file}:{line}:{column}',
  windsurf: 'windsurf://file{file}:{line}:{column}',
  zed: 'zed://file{file}:{line}:{column}',
  webstorm: 'webstorm://open?file={file}&line={line}&column={column}',
  idea: 'idea://open?file={file}&line={line}&column={column}',
  sublime: 'subl://open?url=file://{file}&line={line}&column={column}',
}

/**
 * Returns the editor in `FW_EDITOR`: a name, or a URL with `{file}`, `{line}` and `{column}`. Undefined if it is not
 * set or not valid.
 */
export function editorOf(folder: string): Editor | undefined {
  const setting = Config.load(folder).string('FW_EDITOR', '')
  const template = templates[setting.toLowerCase()] ?? setting
  if (!/^[a-z][\w+.-]*:.*\{file\}/iu.test(template) || /^(?:javascript|data):/iu.test(template)) {
    return undefined
  }
  return (file, line = 1, column = 1) => {
    const path = resolve(folder, file).replaceAll('\\', '/')
    const address = path.startsWith('/') ? path : `/${path}`
    return template
      .replace('{file}', encodeURI(address))
      .replace('{line}', String(line))
      .replace('{column}', String(column))
  }
}
