import { z } from 'zod'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { defineOperation, type Operation } from '#app/api/operation.server.ts'

/** Returns the operation for the API's document. `operations` includes it, so the list is read later. */
export function describeApi(operations: () => readonly Operation[]): Operation {
  return defineOperation({
    id: 'getOpenApi',
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Documentação',
    summary: 'Descrição da API',
    description: 'Este documento, em OpenAPI 3.1.',
    access: 'anyone',
    scope: null,
    success: {
      status: 200,
      description: 'O documento',
      schema: z.looseObject({ openapi: z.string().meta({ example: '3.1.0' }) }).meta({ id: 'OpenApi' }),
    },
    async handle() {
      return Response.json(getApiDocument(operations()), {
        headers: { 'Cache-Control': 'public, max-age=300' },
      })
    },
  })
}
