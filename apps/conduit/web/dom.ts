type Child = Node | string | false | undefined

type Properties = Readonly<Record<string, string | boolean | ((event: Event) => unknown)>>

/** An element. Properties that are functions listen to the event of their name; text is never read as HTML. */
export function h(tag: string, properties: Properties = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...children.filter((child): child is Node | string => !!child))
  return element
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'textarea'
  readonly value?: string
  readonly required?: boolean
}

/** Messages by field, where something was refused. */
export type Refusals = Readonly<Record<string, readonly string[] | undefined>>

/** A form that shows what was refused at the field it is about. `submit` gives the refusals. */
export function form(
  button: string,
  fields: readonly Field[],
  submit: (values: Readonly<Record<string, string>>) => Promise<Refusals | void>,
): HTMLElement {
  const problems = h('ul', { class: 'problems', role: 'alert' })
  const send = async (event: Event) => {
    event.preventDefault()
    const data = new FormData(event.target as HTMLFormElement)
    const values = Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name))]))
    const refused = (await submit(values)) ?? {}
    const texts = Object.entries(refused).flatMap(([field, messages = []]) =>
      messages.map((message) => `${field} ${message}`),
    )
    problems.replaceChildren(...texts.map((text) => h('li', {}, text)))
  }
  return h('form', { submit: send }, problems, ...fields.map(labelled), h('button', {}, button))
}

function labelled({ name, label, type = 'text', value = '', required = true }: Field): HTMLElement {
  const input =
    type === 'textarea'
      ? h('textarea', { name, rows: '8', required }, value)
      : h('input', { name, type, value, required })
  return h('label', {}, label, input)
}
