import { STATES } from '#app/domain/accounts/states.ts'
import { readState, stateNames } from '#app/text/accounts/state-names.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from './field.tsx'

export type BoundField = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

type AddressFieldsProps = {
  prefix: 'billing' | 'shipping'
  field: (name: string) => BoundField
  cepNote?: string // result of the postal code look-up
  isOptional?: boolean // true if the whole address may stay empty
  showsCountry?: boolean // true adds the country as a disabled field
}

const stateOptions = STATES.map((state) => ({ value: state, label: `${state} · ${stateNames[state]}` }))

export function AddressFields({ prefix, field, cepNote, isOptional, showsCountry }: AddressFieldsProps) {
  const getField = (name: string) => field(`${prefix}.${name}`)
  /** Returns attributes of fields that a look-up fills if they are blank or from another look-up. */
  const getLookedUpField = (name: string) => ({
    'data-fill': '',
    'data-filled': field(`filled.${prefix}.${name}`).defaultValue,
    ...getField(name),
  })
  const section = `section-${prefix} ${prefix}`
  return (
    <div className="fields">
      <TextField
        label="CEP"
        inputMode="numeric"
        enterKeyHint="search"
        autoComplete={`${section} postal-code`}
        width="short"
        isRequired={!isOptional}
        data-mask="cep"
        data-quote=""
        data-cep={`buscar-cep-${prefix}`}
        {...getField('zip_code')}
      />
      <div className="cep-search">
        <Button id={`buscar-cep-${prefix}`} name="intent" value={`cep.${prefix}`} data-cep-button="">
          Buscar CEP
          <span className="visually-hidden">{prefix === 'billing' ? ' de cobrança' : ' de entrega'}</span>
        </Button>
      </div>
      <p id={`cep-${prefix}-nota`} data-region="" className="cep-note hint">
        {cepNote}
      </p>
      <TextField
        label="Rua"
        width="long"
        autoComplete={`${section} address-line1`}
        isRequired={!isOptional}
        {...getLookedUpField('street')}
      />
      <TextField
        label="Número"
        autoComplete={`${section} address-line2`}
        width="short"
        isRequired={!isOptional}
        {...getField('number')}
      />
      <TextField
        label="Complemento"
        autoComplete={`${section} address-line3`}
        width="long"
        optional
        {...getField('complement')}
      />
      <TextField
        label="Bairro"
        autoComplete={`${section} address-level3`}
        width="half"
        isRequired={!isOptional}
        {...getLookedUpField('province')}
      />
      <TextField
        label="Cidade"
        autoComplete={`${section} address-level2`}
        width="half"
        isRequired={!isOptional}
        {...getLookedUpField('city')}
      />
      <SelectField
        label="UF"
        placeholder="Escolha"
        autoComplete={`${section} address-level1`}
        width="half"
        isRequired={!isOptional}
        options={stateOptions}
        {...getLookedUpField('state')}
        defaultValue={readState(getField('state').defaultValue ?? '') ?? ''}
      />
      {showsCountry ? (
        <TextField label="País" name={`${prefix}.country`} defaultValue="Brasil" width="half" disabled />
      ) : (
        <p className="hint">País: Brasil</p>
      )}
    </div>
  )
}
