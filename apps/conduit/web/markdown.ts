import DOMPurify from 'dompurify'
import { marked } from 'marked'

/** Markup that could imitate the page, or change its look. */
const forbidden = {
  FORBID_TAGS: ['button', 'form', 'input', 'option', 'select', 'style', 'textarea'],
  FORBID_ATTR: ['class', 'id', 'name', 'style'],
}

/** Renders Markdown from other users. HTML in it is sanitised: no script runs. */
export function markdown(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false })
  const rendered = DOMPurify.sanitize(html, {
    ...forbidden,
    USE_PROFILES: { html: true },
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of rendered.querySelectorAll('a')) link.rel = 'nofollow noreferrer ugc'
  return rendered
}
