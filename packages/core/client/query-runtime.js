// Written by fw client. Do not edit: its next run overwrites this file
import { writeJson } from './runtime.js'

/** Converts the input to JSON, because keys are compared as JSON. */
function keyOf(path, input) {
  return input === undefined ? path : [...path, JSON.parse(writeJson(input))]
}

export function queries(path, operation) {
  return {
    key: (partial) => keyOf(path, partial),
    query: (input, options) => ({
      queryKey: keyOf(path, input ?? {}),
      queryFn: async ({ signal }) => (await operation(input, { ...options, signal })) ?? null,
    }),
  }
}

export function pages(path, operation, parameter, next) {
  return {
    ...queries(path, operation),
    infinite: (input, options) => ({
      queryKey: [...keyOf(path, input ?? {}), 'infinite'],
      queryFn: ({ pageParam, signal }) =>
        operation({ ...input, [parameter]: pageParam }, { ...options, signal }),
      initialPageParam: input?.[parameter] ?? (parameter === 'page' ? 1 : undefined),
      getNextPageParam: next,
    }),
  }
}

export const nextPage = ({ currentPage, lastPage }) =>
  currentPage < lastPage ? currentPage + 1 : undefined

export const nextCursor = ({ nextCursor: cursor }) => cursor ?? undefined

export function mutations(path, operation) {
  return {
    mutation: (options) => ({
      mutationKey: path,
      mutationFn: (input) => operation(input, options),
    }),
  }
}
