const swagger = 'Swagger UI 5.35 renders this element; the rest of the page passes.'

const search = 'The search box of VitePress 2.0 renders this element; the rest of the page passes.'

const ofSwagger = [
  'heading-order: h3.opblock-tag',
  'nested-interactive: button.opblock-summary-control',
  'region: div.information-container.wrapper',
  'region: div.scheme-container',
  'select-name: select',
]

const ofSearch = [
  'label-content-name-mismatch: a.result',
  'label-content-name-mismatch: a.result.selected',
  'label-content-name-mismatch: div.VPLocalSearchBox',
  'nested-interactive: div.VPLocalSearchBox',
  'nested-interactive: li',
]

/** Rules that elements of Swagger UI and VitePress do not keep to. */
export const exceptions: Readonly<Record<string, string>> = Object.fromEntries([
  ...ofSwagger.map((element) => [`/docs: ${element}`, swagger]),
  ...ofSearch.map((element) => [`documentation, search: ${element}`, search]),
])
