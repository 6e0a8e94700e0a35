import { createClient } from '__client__'
import { __longest__ } from '__shared__'

const api = createClient({ baseUrl: location.origin })
const form = find('form')
const input = find('input')
input.maxLength = __longest__

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const written = await api.notes.write.safe({ body: { text: input.value } })
  const problem = written.kind === 'validation' ? written.errors.text?.join(' ') : undefined
  find('p').textContent = problem ?? ''
  if (written.kind === 'ok') form.reset()
  await show()
})

await show()

async function show(): Promise<void> {
  const notes = await api.notes.list({})
  const items = notes.map(({ text, writtenAt }) => {
    const item = document.createElement('li')
    item.textContent = `${text} (${writtenAt.toLocaleString()})`
    return item
  })
  find('ul').replaceChildren(...items)
}

function find<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  const found = document.querySelector(name)
  if (!found) throw new Error(`The page has no ${name}.`)
  return found
}
