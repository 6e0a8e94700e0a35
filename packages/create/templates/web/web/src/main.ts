import { createClient } from '__client__'
import { __maxlength__ } from '__shared__'

const __keyfield__ = find('input', '[name=key]')
const api = createClient({
  baseUrl: location.origin,
  headers: () => __credentials__,
})
type Written = Awaited<ReturnType<typeof api.notes.write.safe>>

const form = find('form')
const input = find('input', '[name=text]')
input.maxLength = __maxlength__

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const written = await api.notes.write.safe({ body: { text: input.value } })
  if (written.kind === 'ok') form.reset()
  report(problemOf(written))
  await list()
})

await list()

function problemOf(written: Written): string {
  if (written.kind === 'ok') return ''
  if (written.kind === 'error') return written.body.error
  if (written.kind !== 'validation') return `The note was not written: ${written.kind}.`
  const errors = Object.entries(written.errors)
  return errors.map(([field, messages]) => `${field} ${messages?.join(' ')}`).join(' ')
}

/** Shows the notes, or the error that prevents it. */
async function list(): Promise<void> {
  try {
    const notes = await api.notes.list({})
    const items = notes.map(({ text, writtenAt }) => {
      const item = document.createElement('li')
      item.textContent = `${text} (${writtenAt.toLocaleString()})`
      return item
    })
    find('ul').replaceChildren(...items)
  } catch (error) {
    console.error(error)
    report(String(error))
  }
}

function report(problem: string): void {
  find('p').textContent = problem
}

function find<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  filter = '',
): HTMLElementTagNameMap[Name] {
  const found = document.querySelector<HTMLElementTagNameMap[Name]>(`${name}${filter}`)
  if (!found) throw new Error(`The page has no ${name}${filter}.`)
  return found
}
