export const openapi = {
  'openapi.version': 'The document is valid OpenAPI 3.1 under an independent validator.',
  'openapi.request-body': 'A body DTO is documented as the request body.',
  'openapi.request-body-types':
    'The request body stands under each content type the route accepts; multipart when it holds a file.',
  'openapi.parameters':
    'Query and path parameters are documented with type, default and constraints.',
  'openapi.response-schema':
    'A return type that names a DTO, nullable or in a union, gives the default response its schema.',
  'openapi.response-without-schema':
    'A return type that names no data leaves the response with a description alone.',
  'openapi.components':
    'Every DTO schema stands in components/schemas and is referenced, at any depth.',
  'openapi.component-name':
    'A component has the short name of its class; two classes of one name are both qualified by module.',
  'openapi.list-of': 'A list field is documented as an array with items.',
  'openapi.info': 'Title, version and description come from the package.json of the application.',
  'openapi.operation-names': 'operationId and tags come from the names of class and method.',
  'openapi.doc-comments': 'Summary and description come from doc comments.',
  'openapi.documented-failures': '422 and 400 are documented where the route can answer them.',
  'openapi.exact-schema':
    'An independent validator accepts a payload by its schema exactly when the hydrator does.',
  'openapi.same-metadata':
    'Document and page are generated from the metadata that serves requests.',
  'openapi.docs-offline': '/docs works without a network beyond the application.',
} as const
