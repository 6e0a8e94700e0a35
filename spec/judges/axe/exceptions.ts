const reason = 'Swagger UI 5.35 renders this element; the rest of the page passes.'

const elements = [
  'color-contrast: a.link',
  'color-contrast: button.btn.execute.opblock-control__btn',
  'color-contrast: button.btn.try-out__btn.cancel',
  'color-contrast: button.json-schema-2020-12-expand-deep-button',
  'color-contrast: div.parameter__in',
  'color-contrast: pre.version',
  'color-contrast: span.opblock-summary-method',
  'color-contrast: span.url',
  'heading-order: h3.opblock-tag',
  'nested-interactive: button.opblock-summary-control',
  'region: div.information-container.wrapper',
  'region: div.scheme-container',
  'select-name: select',
]

/** Rules that elements of Swagger UI do not keep to. */
export const exceptions: Readonly<Record<string, string>> = Object.fromEntries(
  elements.map((element) => [`/docs: ${element}`, reason]),
)
