import { attribute } from '../reflection/attribute.ts'

export class BodyAttribute {}

export class QueryAttribute {}

/** The parameter is the decoded request body. */
export const Body = attribute(BodyAttribute)

/** The parameter is the query value of its name; a class takes the whole query string. */
export const Query = attribute(QueryAttribute)
