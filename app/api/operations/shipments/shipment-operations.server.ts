import type { Operation } from '#app/api/operation.server.ts'

export const shipmentOperations: readonly Operation[] = []
