/** JSON data as YAML. Texts are written as JSON writes them, which YAML reads alike. */
export function toYaml(value: unknown): string {
  return `${block(value, '').trimStart()}\n`
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\n${indent}- ${inside(item, `${indent}  `)}`).join('')
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return entries
      .map(([key, member]) => `\n${indent}${keyText(key)}:${after(block(member, `${indent}  `))}`)
      .join('')
  }
  return JSON.stringify(value)
}

/** The first line of an item stands beside its dash. */
function inside(item: unknown, indent: string): string {
  return block(item, indent).trimStart()
}

function after(text: string): string {
  return text.startsWith('\n') ? text : ` ${text}`
}

/** Plain where every reader takes it for text. */
function keyText(key: string): string {
  const isPlain =
    /^[A-Za-z_/$][\w/$.{}-]*$/u.test(key) && !/^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(key)
  return isPlain ? key : JSON.stringify(key)
}
