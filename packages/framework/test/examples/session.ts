import { runFw } from '../fw-process.ts'

/** Runs the commands of a session that a page shows ("$ curl …", "$ npx fw …"); gives the session as it reads now. */
export async function replay(session: string, root: string, address: string): Promise<string> {
  let replayed = ''
  for (const [line, command = ''] of session.matchAll(/^\$ (.*)$/gm)) {
    const words = splitWords(command)
    const output = words[0] === 'curl' ? `${await curl(words, address)}\n` : await fw(words, root)
    replayed += `${line}\n${output}`
  }
  return replayed
}

/** The log stays out of what succeeds. */
async function fw(words: readonly string[], root: string): Promise<string> {
  const { code, stdout, stderr } = await runFw(root, words.slice(words.indexOf('fw') + 1))
  return code === 0 ? stdout : stdout + stderr
}

async function curl(words: readonly string[], address: string): Promise<string> {
  const place = words.find((word) => word.startsWith('localhost:8080')) as string
  const after = (option: string) => words[words.indexOf(option) + 1] as string
  const isJson = words.includes('--json')
  const response = await fetch(place.replace('localhost:8080', address), {
    method: words.includes('-X') ? after('-X') : isJson ? 'POST' : 'GET',
    ...(isJson && { headers: { 'content-type': 'application/json' }, body: after('--json') }),
  })
  return response.text()
}

/** As a shell does, as far as the pages go: white space and quotes. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
}
