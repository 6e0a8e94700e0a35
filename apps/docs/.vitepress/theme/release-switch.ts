import { useData, withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'

/** Leads to the same page of another release, or to its home. Which releases there are, the site says while it is read. */
export const ReleaseSwitch = defineComponent(() => {
  const { theme } = useData()
  const release = String(theme.value.release)
  const releases = ref([release])
  onMounted(async () => {
    const response = await fetch('/releases.json')
    if (response.ok) releases.value = (await response.json()) as string[]
  })
  const change = async (event: Event) => {
    const chosen = (event.target as HTMLSelectElement).value
    const page = `/${chosen}/${location.pathname.slice(withBase('/').length)}`
    const { ok } = await fetch(page, { method: 'HEAD' })
    location.href = ok ? page : `/${chosen}/`
  }
  return () =>
    h(
      'select',
      { class: 'releases', 'aria-label': 'Release', value: release, onChange: change },
      releases.value.map((name) => h('option', { value: name }, name)),
    )
})
