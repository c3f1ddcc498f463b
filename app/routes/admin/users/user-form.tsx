import type { AccountPart } from '#app/domain/accounts/account-parts.ts'
import { contributorChoices } from '#app/domain/accounts/contributor.ts'
import { contributorLabels } from '#app/text/accounts/ie-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AddressFields, type BoundField } from '#app/ui/forms/address-fields.tsx'
import { CompanyFields, PersonFields } from '#app/ui/forms/document-fields.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { CheckboxField, Choice, Fieldset, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SaveBar } from '#app/ui/forms/save-bar.tsx'

type UserFormProps = {
  action: string
  back: string
  /** the record's version when the form was opened */
  lock_version: number | string
  seenDigest: string
  editable: { roles: boolean; active: boolean; email: boolean }
  isNew: boolean
  /** required parts that the account never had and that may stay empty */
  missingParts: readonly AccountPart[]
  /** why the e-mail cannot be changed on this page */
  emailHint: string | undefined
  cepNotes: { billing?: string; shipping?: string }
  /** values that the shop filled into the addresses, as hidden fields */
  filledFields: readonly { name: string; value: string }[]
  field: { getField(name: string): BoundField; value(name: string): string | undefined }
}

/** Shows a user's form with all fields that staff may change (F75, F78). */
export function UserForm(props: UserFormProps) {
  const { action, back, lock_version, seenDigest, field, missingParts, cepNotes, filledFields } = props
  return (
    <PostForm seenDigest={seenDigest} action={action} className="form-columns" noValidate data-once="">
      <EnterButton>Salvar</EnterButton>
      <input type="hidden" name="lock_version" value={lock_version} />
      <Fieldset legend="Dados" id="dados">
        <IdentityFields {...props} />
      </Fieldset>
      <Fieldset
        legend="Endereço de cobrança"
        id="cobranca"
        hint={
          missingParts.includes('billing')
            ? 'Ainda não há: deixe tudo vazio ou preencha por inteiro.'
            : undefined
        }
      >
        <AddressFields
          prefix="billing"
          field={field.getField}
          cepNote={cepNotes.billing}
          isOptional={missingParts.includes('billing')}
          showsCountry
        />
      </Fieldset>
      <Fieldset legend="Endereço de entrega" id="entrega">
        <Choice
          label="Onde entregar"
          name="ship_elsewhere"
          defaultValue={field.value('ship_elsewhere') ?? 'off'}
          options={[
            { value: 'off', label: 'No endereço de cobrança' },
            {
              value: 'on',
              label: 'Em outro endereço',
              content: (
                <AddressFields
                  prefix="shipping"
                  field={field.getField}
                  cepNote={cepNotes.shipping}
                  showsCountry
                />
              ),
            },
          ]}
        />
      </Fieldset>
      <Fieldset legend="Conta" id="conta">
        <AccountSwitches {...props} />
      </Fieldset>
      <div id="preenchidos" data-region="" data-notice-place="">
        {filledFields.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </div>
      <SaveBar>
        <Button variant="main">Salvar</Button>
        <LinkButton href={back}>Voltar</LinkButton>
      </SaveBar>
    </PostForm>
  )
}

function IdentityFields({ field, editable, missingParts, emailHint }: UserFormProps) {
  const isPhoneOptional = missingParts.includes('phone')
  const state = field.value('billing.state')
  return (
    <>
      <TextField
        label="Nome completo"
        hint="De uma empresa, o nome de quem compra."
        autoComplete="off"
        isRequired
        {...field.getField('name')}
      />
      <Choice
        label="Cadastro de"
        name="person_or_company"
        defaultValue={field.value('person_or_company') ?? '0'}
        options={[
          {
            value: '0',
            label: 'Pessoa física',
            content: <PersonFields getField={field.getField} optionalParts={missingParts} state={state} />,
          },
          {
            value: '1',
            label: 'Pessoa jurídica',
            content: (
              <CompanyFields
                getField={field.getField}
                optionalParts={missingParts}
                state={state}
                autoComplete="off"
              />
            ),
          },
        ]}
      />
      <SelectField
        label="Contribuinte do ICMS"
        hint="Nas notas fiscais. Sem escolha, com inscrição estadual é contribuinte e compra para uso próprio."
        placeholder="Pelo cadastro"
        options={contributorChoices.map((value) => ({ value, label: contributorLabels[value] }))}
        {...field.getField('contributor')}
      />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="off"
        width="half"
        isRequired={!isPhoneOptional}
        optional={isPhoneOptional}
        data-mask="phone"
        {...field.getField('phone')}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        hint={emailHint}
        disabled={!editable.email}
        isRequired
        {...field.getField('email')}
      />
    </>
  )
}

function AccountSwitches({ field, editable, isNew }: UserFormProps) {
  const makeCheckboxProps = (name: string) => {
    const { errors } = field.getField(name)
    return { name, errors, defaultChecked: field.value(name) === 'on' }
  }
  return (
    <>
      <CheckboxField
        label="Ativo"
        hint={
          editable.active
            ? 'Desmarcado, a pessoa não entra mais, e todas as suas sessões terminam na hora.'
            : 'Contas da equipe são ativadas e desativadas por um administrador.'
        }
        disabled={!editable.active}
        {...makeCheckboxProps('is_active')}
      />
      <CheckboxField label="Parceria" {...makeCheckboxProps('is_partner')} />
      {editable.roles ? (
        <>
          <CheckboxField
            label="Funcionário"
            hint={`Entra na administração.${isNew ? ' CPF, telefone e endereço podem ficar vazios.' : ''}`}
            {...makeCheckboxProps('is_staff')}
          />
          <CheckboxField
            label="Administrador"
            hint="É funcionário e decide sobre as contas da equipe."
            {...makeCheckboxProps('is_superuser')}
          />
        </>
      ) : null}
    </>
  )
}
