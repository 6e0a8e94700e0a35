import { withBase } from 'vitepress'
import { defineComponent, h } from 'vue'

/** The page of addresses that do not exist. That of VitePress has no main landmark. */
export const NotFound = defineComponent(
  () => () =>
    h('main', { class: 'not-found' }, [
      h('h1', 'Page not found'),
      h('p', h('a', { href: withBase('/') }, 'Go to the home page')),
    ]),
)
