import { runFw } from '../support/fw-process.ts'

/**
 * Runs the commands of a session that a page shows ("$ curl …", "$ npx fw …") and returns it as it reads
 * now. Secret keys become `desk_…`, and the last one is the variable `$KEY`.
 */
export async function replay(
  session: string,
  root: string,
  address: string,
  variables: Record<string, string> = {},
): Promise<string> {
  let replayed = ''
  for (const [line, command = ''] of session.matchAll(/^\$ ((?:'[^']*'|\\\n|.)*)$/gm)) {
    const words = splitWords(command.replaceAll('$KEY', variables['KEY'] ?? ''))
    const output = words[0] === 'curl' ? `${await curl(words, address)}\n` : await fw(words, root)
    const [key] = /desk_\w+/.exec(output) ?? []
    if (key !== undefined) variables['KEY'] = key
    replayed += `${line}\n${asPrinted(output)}`
  }
  return replayed
}

/** Replaces what differs each time: keys and durations. */
function asPrinted(output: string): string {
  return output.replaceAll(/desk_\w+/g, 'desk_…').replaceAll(/in [\d.]+ ms/g, 'in 12 ms')
}

/** The log stays out of what succeeds. */
async function fw(words: readonly string[], root: string): Promise<string> {
  const { code, stdout, stderr } = await runFw(root, words.slice(words.indexOf('fw') + 1))
  return code === 0 ? stdout : stdout + stderr
}

async function curl(words: readonly string[], address: string): Promise<string> {
  const place = words.find((word) => /^localhost:808\d/.test(word)) as string
  const after = (option: string) => words[words.indexOf(option) + 1] as string
  const isJson = words.includes('--json')
  const headers = new Headers(isJson ? { 'content-type': 'application/json' } : {})
  if (words.includes('-H')) {
    const [name = '', value = ''] = after('-H').split(': ')
    headers.set(name, value)
  }
  const response = await fetch(place.replace(/^localhost:808\d/, address), {
    method: words.includes('-X') ? after('-X') : isJson ? 'POST' : 'GET',
    headers,
    ...(isJson && { body: after('--json') }),
  })
  return response.text()
}

/** Splits like a shell, as far as the pages need it: white space and quotes. */
function splitWords(command: string): string[] {
  return [...command.replaceAll('\\\n', '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}
