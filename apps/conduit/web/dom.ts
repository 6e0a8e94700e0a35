type Child = Node | string | false | undefined

type Properties = Readonly<Record<string, string | boolean | ((event: Event) => unknown)>>

/** An element. Properties that are functions listen to the event of their name; text is never read as HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...children.filter((child): child is Node | string => !!child))
  return element
}

/** A button that is busy, and cannot be pressed again, before `act` is done. */
export function button(text: string, act: () => Promise<void>, properties: Properties = {}) {
  const element = h('button', { type: 'button', ...properties }, text)
  element.addEventListener('click', () => whileBusy(element, element, act))
  return element
}

/** Marks an element as busy and disables a button until `act` is done. */
async function whileBusy(
  element: HTMLElement,
  pressed: HTMLButtonElement,
  act: () => Promise<void>,
): Promise<void> {
  element.ariaBusy = 'true'
  pressed.disabled = true
  try {
    await act()
  } finally {
    element.ariaBusy = null
    pressed.disabled = false
  }
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'textarea'
  readonly value?: string
  readonly required?: boolean
  /** The kind of value that a browser or a password manager may fill in. Default: `off`. */
  readonly autocomplete?: AutoFill
}

/** Messages by field, where something was refused. */
export type Refusals = Readonly<Record<string, readonly string[] | undefined>>

/** A form that shows what was refused at the field it is about, else above. `submit` gives the refusals. */
export function form(
  text: string,
  fields: readonly Field[],
  submit: (values: Readonly<Record<string, string>>) => Promise<Refusals | void>,
): HTMLFormElement {
  const others = h('ul', { class: 'problems' })
  const inputs = fields.map(labelled)
  const send = h('button', {}, text)
  const show = (refused: Refusals) => {
    for (const { name, tell } of inputs) tell(refused[name] ?? [])
    const known = new Set(fields.map(({ name }) => name))
    const texts = Object.entries(refused).flatMap(([field, messages = []]) =>
      known.has(field) ? [] : messages.map((message) => `${field} ${message}`.trim()),
    )
    others.replaceChildren(...texts.map((each) => h('li', {}, each)))
  }
  const element = h(
    'form',
    {},
    h('div', { role: 'alert' }, others),
    ...inputs.map(({ label }) => label),
    send,
  )
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const data = new FormData(element)
    const values = Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name))]))
    return whileBusy(element, send, async () => show((await submit(values)) ?? {}))
  })
  return element
}

/** A field with its label, and the function that shows its error. */
function labelled(field: Field) {
  const { name, label, type = 'text', value = '', required = true, autocomplete = 'off' } = field
  const id = `problem-${name}`
  const common = { name, required, autocomplete, 'aria-describedby': id }
  const input =
    type === 'textarea'
      ? h('textarea', { ...common, rows: '8' }, value)
      : h('input', { ...common, type, value })
  const problem = h('small', { id, class: 'problems', role: 'alert' })
  const tell = (messages: readonly string[]) => {
    problem.textContent = messages.join(' ')
    input.setAttribute('aria-invalid', String(messages.length > 0))
  }
  return { name, tell, label: h('label', {}, label, input, problem) }
}
