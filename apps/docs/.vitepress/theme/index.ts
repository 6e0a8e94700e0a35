import { h } from 'vue'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { NotFound } from './not-found.ts'
import { ReleaseSwitch } from './release-switch.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(ReleaseSwitch),
      'not-found': () => h(NotFound),
    }),
} satisfies Theme
