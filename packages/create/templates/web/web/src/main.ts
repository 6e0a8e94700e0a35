import { createClient } from '__client__'
import { __longest__ } from '__shared__'

const __keyfield__ = find('input', '[name=key]')
const api = createClient({
  baseUrl: location.origin,
  headers: () => __credentials__,
})
type Written = Awaited<ReturnType<typeof api.notes.write.safe>>

const form = find('form')
const input = find('input', '[name=text]')
input.maxLength = __longest__

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const written = await api.notes.write.safe({ body: { text: input.value } })
  if (written.kind === 'ok') form.reset()
  await show(problemOf(written))
})

await show()

function problemOf(written: Written): string {
  if (written.kind === 'ok') return ''
  if (written.kind === 'error') return written.body.error
  if (written.kind !== 'validation') return `The note was not written: ${written.kind}.`
  const errors = Object.entries(written.errors)
  return errors.map(([field, messages]) => `${field} ${messages?.join(' ')}`).join(' ')
}

/** Shows the notes, and a problem or the error that prevents the list. */
async function show(problem = ''): Promise<void> {
  let shown = problem
  try {
    await list()
  } catch (error) {
    console.error(error)
    shown = String(error)
  }
  find('p').textContent = shown
}

async function list(): Promise<void> {
  const notes = await api.notes.list({})
  const items = notes.map(({ text, writtenAt }) => {
    const item = document.createElement('li')
    item.textContent = `${text} (${writtenAt.toLocaleString()})`
    return item
  })
  find('ul').replaceChildren(...items)
}

function find<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  filter = '',
): HTMLElementTagNameMap[Name] {
  const found = document.querySelector<HTMLElementTagNameMap[Name]>(`${name}${filter}`)
  if (!found) throw new Error(`The page has no ${name}${filter}.`)
  return found
}
