export interface Fortune {
  id: number
  message: string
}

/** The page of all fortunes and one more, by message; the same code in every contestant. */
export function fortunesPage(stored: readonly Fortune[]): string {
  const fortunes = [...stored, { id: 0, message: 'Additional fortune added at request time.' }]
  fortunes.sort(byMessage)
  let rows = ''
  for (const { id, message } of fortunes) {
    rows += `<tr><td>${id}</td><td>${escapeHtml(message)}</td></tr>`
  }
  return (
    '<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>' +
    `<tr><th>id</th><th>message</th></tr>${rows}</table></body></html>`
  )
}

function byMessage(one: Fortune, other: Fortune): number {
  return one.message < other.message ? -1 : 1
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string)
}
