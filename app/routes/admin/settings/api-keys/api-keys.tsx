import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { Scope } from '#app/domain/platform/api-scope.ts'
import { apiScopes } from '#app/domain/platform/api-scope.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import {
  createApiKey,
  KeyNameTaken,
  listApiKeys,
  revokeApiKey,
} from '#app/models/backoffice/api-key.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, TextField } from '#app/ui/forms/field.tsx'
import { Fieldset } from '#app/ui/forms/fieldset.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Chaves da API', section: 'settings', help: 'integracoes' }

const pageHref = paths.admin.setting('api_keys')

const apiKeySchema = z.object({
  name: requiredText(100),
  scopes: z.array(z.enum(apiScopes)).min(1, 'Escolha ao menos uma permissão'),
})

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const keys = await listApiKeys()
  return keys.map(({ id, name, hint, owner, scopes, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    hint,
    owner,
    scopes: scopes.map((scope) => scopeLabels[scope]),
    createdAt: formatDateTime(createdAt),
    lastUsedAt: lastUsedAt ? formatDateTime(lastUsedAt) : null,
    revokedAt: revokedAt ? formatDateTime(revokedAt) : null,
  }))
}

/** Revokes a key, or creates one. Only this response contains the new key. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const { userId } = viewer
  const form = await readForm(args.request)
  if (form.has('revoke')) {
    if (!(await revokeApiKey(parseId(form.get('revoke')) ?? notFound(), userId))) notFound()
    await recordSecurity(args, 'key-ended', { userId })
    return redirectWithFlash(pageHref, { tone: 'good', text: 'Chave encerrada.' })
  }
  const submission = parseWithZod(form, { schema: apiKeySchema })
  if (submission.status !== 'success')
    return data({ createdKey: null, result: submission.reply() }, { status: 400 })
  await requireProof(args, viewer)
  try {
    const { key } = await createApiKey(userId, submission.value)
    await recordSecurity(args, 'key-made', { userId })
    return data({ createdKey: { text: key, name: submission.value.name }, result: null })
  } catch (error) {
    if (!(error instanceof KeyNameTaken)) throw error
    const fieldErrors = { name: ['Já há uma chave em uso com este nome'] }
    return data({ createdKey: null, result: submission.reply({ fieldErrors }) }, { status: 400 })
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>[number]

export default function ApiKeys() {
  const rows = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <>
      <PageHeading
        title="Chaves da API"
        lead="Para os programas da empresa. Cada chave age em nome de quem a criou, dentro das permissões que tem."
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      />
      {actionData?.createdKey ? <NewKeyNotice {...actionData.createdKey} /> : null}
      <DataTable
        caption="Chaves, a mais nova primeiro"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma chave' }}
      />
      <NewKeyForm result={actionData?.result ?? null} />
    </>
  )
}

function NewKeyNotice({ name, text }: { name: string; text: string }) {
  return (
    <Notice tone="good" title={`Chave “${name}” criada`}>
      <p>Copie agora: ela não será mostrada outra vez.</p>
      <CopyLine id="chave" label="Chave" code={text} copyLabel="Copiar chave" isMain />
    </Notice>
  )
}

type NewKeyFormProps = { result: NonNullable<ReturnType<typeof useActionData<typeof action>>>['result'] }

function NewKeyForm({ result }: NewKeyFormProps) {
  const field = makeFieldTextReader(result)
  const { errors = [] } = field.getField('scopes')
  const chosenScopes = [result?.initialValue?.scopes ?? []].flat()
  return (
    <section className="section narrow" aria-labelledby="nova-chave">
      <h2 id="nova-chave">Nova chave</h2>
      {field.hasErrors ? (
        <ErrorSummary
          errors={field.errors}
          messages={field.formErrors}
          labels={{ name: 'Nome', scopes: 'Permissões' }}
        />
      ) : null}
      <PostForm action={pageHref} noValidate className="stack" data-once="">
        <TextField
          label="Nome"
          hint="O programa que a usa, como “ERP”."
          isRequired
          {...field.getField('name')}
        />
        <Fieldset legend="Permissões" id="scopes" level="group" errors={errors}>
          <div className="options">
            {apiScopes.map((scope) => (
              <CheckboxField
                key={scope}
                label={scopeLabels[scope]}
                name="scopes"
                id={`scopes-${scope.replace(':', '-')}`}
                value={scope}
                defaultChecked={chosenScopes.includes(scope)}
              />
            ))}
          </div>
        </Fieldset>
        <p className="actions">
          <Button variant="main">Criar chave</Button>
        </p>
      </PostForm>
    </section>
  )
}

const columns: Column<Row>[] = [
  { key: 'name', label: 'Nome', rowHeader: true, render: (row) => `${row.name} (…${row.hint})` },
  { key: 'scopes', label: 'Permissões', render: (row) => row.scopes.join('; ') },
  { key: 'owner', label: 'Criada por', render: (row) => `${row.owner}, ${row.createdAt}` },
  { key: 'used', label: 'Último uso', render: (row) => row.lastUsedAt ?? 'nunca usada' },
  { key: 'end', label: 'Encerrar', align: 'actions', render: (row) => <RevokeCell row={row} /> },
]

function RevokeCell({ row }: { row: Row }) {
  if (row.revokedAt) return <StatusTag tone="neutral">encerrada em {row.revokedAt}</StatusTag>
  return (
    <PostForm action={pageHref} data-once="">
      <Button name="revoke" value={row.id}>
        Encerrar<span className="visually-hidden"> a chave {row.name}</span>
      </Button>
    </PostForm>
  )
}

const scopeLabels: Readonly<Record<Scope, string>> = {
  'catalogue:read': 'Publicações: consultar',
  'catalogue:write': 'Publicações: alterar',
  'people:read': 'Clientes: consultar',
  'people:write': 'Clientes: alterar',
  'orders:read': 'Pedidos: consultar',
  'orders:write': 'Pedidos: criar e alterar',
  'signatures:read': 'Assinaturas: consultar',
  'signatures:write': 'Assinaturas: alterar e renovar',
  'expeditions:read': 'Expedições: consultar',
  'expeditions:write': 'Expedições: criar e alterar',
  'reports:read': 'Relatórios: consultar',
  'webhooks:read': 'Webhooks: consultar',
  'webhooks:write': 'Webhooks: criar, alterar e enviar de novo',
}
