import { maxPasskeyName, maxPasskeys } from '#app/domain/accounts/passkey.ts'
import type { makeFieldTextReader } from '#app/forms/field-text.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type PasskeyRow = {
  id: number
  name: string
  isForThisDomain: boolean
  createdText: string
  lastUsed: string | null
}
type Props = { rows: readonly PasskeyRow[]; canAdd: boolean; field: ReturnType<typeof makeFieldTextReader> }

/** Lists passkeys and shows the form for another one if the browser can create it (D129). */
export function Passkeys({ rows, canAdd, field }: Props) {
  const isEmpty = rows.length === 0
  if (isEmpty && !canAdd) return null
  return (
    <section className="stack" hidden={isEmpty} data-passkey-part={isEmpty ? '' : undefined}>
      <h2>Chaves de acesso</h2>
      <p>
        No lugar do código, o aparelho confirma que é você: pela digital, pelo rosto, pelo PIN ou por uma
        chave de segurança (USB ou NFC). O código do telefone e os de recuperação continuam valendo.
      </p>
      {isEmpty ? null : (
        <DataTable
          caption="Chaves de acesso, a mais nova primeiro"
          columns={passkeyColumns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhuma chave de acesso' }}
        />
      )}
      {canAdd ? <NewPasskey field={field} /> : null}
      {rows.length < maxPasskeys ? null : (
        <p className="hint">São no máximo {maxPasskeys} chaves de acesso. Remova uma para criar outra.</p>
      )}
    </section>
  )
}

function NewPasskey({ field }: Pick<Props, 'field'>) {
  return (
    <PostForm
      action={paths.secondFactor()}
      noValidate
      className="stack"
      hidden
      data-passkey="create"
      data-purpose="register"
      data-challenge={paths.passkeyChallenge()}
      data-failed={messages.passkeyUnmade}
      data-known={messages.passkeyKnown}
    >
      <input type="hidden" name="intent" defaultValue="passkey" />
      <input type="hidden" name="credential" defaultValue="" />
      <TextField
        label="Nome da chave"
        hint="Para reconhecer o aparelho depois, como “Notebook da loja”."
        width="half"
        maxLength={maxPasskeyName}
        isRequired
        {...field.getField('name')}
      />
      <p className="field-error" role="alert" hidden data-passkey-error="" />
      <div className="actions">
        <Button>Criar chave de acesso</Button>
      </div>
    </PostForm>
  )
}

const passkeyColumns: Column<PasskeyRow>[] = [
  { key: 'name', label: 'Nome', rowHeader: true, render: (row) => row.name },
  { key: 'created', label: 'Criada em', render: (row) => row.createdText },
  { key: 'used', label: 'Último uso', render: (row) => formatLastUse(row) },
  { key: 'remove', label: 'Remover', align: 'actions', render: (row) => <RemovePasskeyForm row={row} /> },
]

function formatLastUse({ isForThisDomain, lastUsed }: PasskeyRow): string {
  return isForThisDomain ? (lastUsed ?? 'Nunca') : 'Não vale mais: a loja mudou de endereço'
}

function RemovePasskeyForm({ row }: { row: PasskeyRow }) {
  return (
    <PostForm action={paths.secondFactor()} data-once="">
      <input type="hidden" name="passkey" defaultValue={row.id} />
      <Button name="intent" value="remove">
        Remover<span className="visually-hidden">{` ${row.name}`}</span>
      </Button>
    </PostForm>
  )
}
