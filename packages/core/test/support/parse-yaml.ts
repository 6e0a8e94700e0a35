import { parse } from 'yaml'

/** Data of YAML, in which `<<` takes the entries of another map. */
export function parseYaml(text: string): unknown {
  return parse(text, { merge: true })
}
