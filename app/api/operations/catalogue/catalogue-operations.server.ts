import type { Operation } from '#app/api/operation.server.ts'
import { getPublication, listPublications } from '#app/api/operations/catalogue/publications.server.ts'

export const catalogueOperations: readonly Operation[] = [listPublications, getPublication]
