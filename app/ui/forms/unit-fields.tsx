import { fuelTypes, normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import type { UnitBlock } from '#app/domain/platform/units.ts'
import { fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import { formatPhotoHint } from '#app/text/orders/photo-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'
import type { BoundField } from './address-fields.tsx'
import { CheckboxField, FileField, makeFieldId, SelectField, TextField } from './field.tsx'
import { hasErrors } from './field-frame.tsx'
import { Fold } from './fold.tsx'

type UnitFieldsProps = {
  block: UnitBlock
  count: number // number of copies of the publication
  getField: (name: string) => BoundField
  photoPath: (name: string) => string
  fleet: KnownAircraft[] // aircraft to choose from
  hasEarlierAircraft: boolean // an earlier block has an aircraft too
  isColleague: boolean // the reader orders in a company's name
}

/** An aircraft. `isKept` is true for the customer's fleet and false if only an order contains it. */
export type KnownAircraft = { registration: string; nickname: string | null; isKept: boolean }

/** Id of the datalist with the customer's registrations. */
export const fleetRegistrations = 'minha-frota'

type BoundFields = { getField: (name: string) => BoundField }

export function UnitFields(props: UnitFieldsProps) {
  const { block, count, getField, photoPath } = props
  const getUnitField = (name: string) => getField(`unit.${block.key}.${name}`)
  return (
    <fieldset className="fieldset unit" id={`unidade-${block.key}`}>
      <legend className="legend-s">{formatLegend(block, count)}</legend>
      {isFinished(block, getUnitField) ? (
        <Fold answers={<FinishedUnit block={block} getField={getUnitField} photoPath={photoPath} />}>
          <UnitParts {...props} getField={getUnitField} />
        </Fold>
      ) : (
        <UnitParts {...props} getField={getUnitField} />
      )}
    </fieldset>
  )
}

/** Returns true if all answers are present and none was rejected. */
function isFinished({ needsAircraft, needsPhoto }: UnitBlock, getField: BoundFields['getField']): boolean {
  const names = ['prefix', 'serial', 'fuel', 'foreign', 'again', 'photo', 'file']
  if (names.some((name) => hasErrors(getField(name).errors))) return false
  const getText = (name: string) => (getField(name).defaultValue ?? '').trim()
  const isForeign = getField('foreign').defaultValue !== undefined
  const hasRegistration = normaliseRegistration(getText('prefix')) !== null || isForeign
  const hasAllTexts = ['prefix', 'serial', 'fuel'].every((name) => getText(name) !== '')
  const isAircraftDone = hasRegistration && hasAllTexts
  const isPhotoDone = getText('photo') !== ''
  return (isAircraftDone || !needsAircraft) && (isPhotoDone || !needsPhoto)
}

function FinishedUnit({
  block,
  getField,
  photoPath,
}: BoundFields & Pick<UnitFieldsProps, 'block' | 'photoPath'>) {
  const getText = (name: string) => getField(name).defaultValue ?? ''
  const fuel = fuelOptions.find(({ value }) => String(value) === getText('fuel'))?.label
  return (
    <>
      {block.needsPhoto ? (
        <img src={photoPath(getText('photo'))} alt="Foto enviada" className="photo-thumb" loading="lazy" />
      ) : null}
      {block.needsAircraft ? (
        <span>
          <Unbroken text={normaliseRegistration(getText('prefix')) ?? getText('prefix')} />
          {' · '}
          <span className="visually-hidden">nº de série </span>
          {`${getText('serial')} · ${fuel ?? ''}`}
        </span>
      ) : (
        <span>Foto enviada</span>
      )}
    </>
  )
}

function UnitParts({
  block,
  getField,
  photoPath,
  fleet,
  hasEarlierAircraft,
  isColleague,
}: UnitFieldsProps & BoundFields) {
  return (
    <>
      {block.needsAircraft ? (
        <div id={`aeronave-${block.key}`} data-region="">
          {hasEarlierAircraft && (getField('prefix').defaultValue ?? '') === '' ? (
            <p className="actions">
              <Button name="intent" value={`same.${block.key}`}>
                Mesma aeronave da anterior
              </Button>
            </p>
          ) : null}
          {fleet.length > 0 ? <AircraftChoice block={block} getField={getField} fleet={fleet} /> : null}
          <AircraftFields getField={getField} />
          {isInFleet(fleet, getField('prefix').defaultValue) ? null : (
            <CheckboxField label="Guardar na minha frota" {...makeCheckboxProps(getField('keep'))} />
          )}
        </div>
      ) : null}
      {block.needsPhoto ? <PhotoField {...{ block, getField, photoPath, isColleague }} /> : null}
    </>
  )
}

function formatLegend({ unit, needsAircraft }: UnitBlock, count: number) {
  if (unit > 0 && count > 1) return `Unidade ${unit} de ${count}`
  return needsAircraft ? 'Dados da aeronave' : 'Foto'
}

function isInFleet(fleet: readonly KnownAircraft[], typedRegistration = ''): boolean {
  return fleet.some(
    ({ registration, isKept }) => isKept && registration === typedRegistration.trim().toUpperCase(),
  )
}

/** Offers known aircraft. The button fills all fields; sending the order fills only blank fields. */
function AircraftChoice({ block, getField, fleet }: BoundFields & Pick<UnitFieldsProps, 'block' | 'fleet'>) {
  return (
    <div className="fields">
      <SelectField
        label="Minhas aeronaves"
        placeholder="Escolha"
        width="short"
        data-use={`usar-${block.key}`}
        options={fleet.map(({ registration, nickname, isKept }) => ({
          value: registration,
          label: [registration, nickname, isKept ? null : 'de um pedido'].filter(Boolean).join(' · '),
        }))}
        {...getField('saved')}
      />
      <div className="cep-search">
        <Button id={`usar-${block.key}`} name="intent" value={`saved.${block.key}`}>
          Usar
        </Button>
      </div>
    </div>
  )
}

export function AircraftFields({ getField }: BoundFields) {
  const registration = getField('prefix')
  const isRepeated =
    registration.errors?.includes(messages.aircraftRepeated) || getField('again').defaultValue !== undefined
  return (
    <>
      <div className="fields">
        <TextField
          label="Prefixo (matrícula)"
          hint="Ex.: PT-ABC"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          width="half"
          isRequired
          data-mask="prefix"
          list={fleetRegistrations}
          {...registration}
        />
        <TextField
          label="Número de série"
          autoComplete="off"
          spellCheck={false}
          width="half"
          isRequired
          {...getField('serial')}
        />
        <SelectField
          label="Combustível"
          placeholder="Escolha"
          width="half"
          isRequired
          options={fuelOptions}
          {...getField('fuel')}
        />
      </div>
      <CheckboxField
        label="Aeronave de matrícula estrangeira"
        hint="Marque se o prefixo não é brasileiro: ele é aceito como você digitar, e vamos conferir depois."
        {...makeCheckboxProps(getField('foreign'))}
      />
      {isRepeated ? (
        <CheckboxField
          label="Quero mais de um exemplar para esta aeronave"
          {...makeCheckboxProps(getField('again'))}
        />
      ) : null}
    </>
  )
}

const fuelOptions = [fuelTypes.petrol, fuelTypes.ethanol, fuelTypes.convertedToEthanol].map((value) => ({
  value,
  label: fuelLabels[value],
}))

/** Returns the props of a checkbox, which is ticked if the form contains its name. */
function makeCheckboxProps({ name, defaultValue, errors }: BoundField) {
  return { name, errors, defaultChecked: defaultValue !== undefined }
}

type PhotoFieldProps = BoundFields & Pick<UnitFieldsProps, 'block' | 'photoPath' | 'isColleague'>

function PhotoField({ block, getField, photoPath, isColleague }: PhotoFieldProps) {
  const { name, defaultValue: storedName, errors } = getField('photo')
  return (
    <div className="photo" id={`foto-${block.key}`} data-region="">
      {storedName ? (
        <>
          <input type="hidden" name={name} value={storedName} />
          <img src={photoPath(storedName)} alt="Foto enviada" className="photo-sent" loading="lazy" />
        </>
      ) : null}
      <FileField
        label={storedName ? 'Trocar a foto' : 'Arquivo da foto'}
        hint={formatPhotoHint({ isColleague })}
        id={makeFieldId(name)}
        name={getField('file').name}
        errors={errors}
        accept="image/png,image/gif,image/jpeg"
        isRequired={!storedName}
        data-upload=""
      />
      <p className="actions">
        <Button name="intent" value={`photo.foto-${block.key}`}>
          Enviar esta foto
        </Button>
        <span className="hint" data-upload-words="" role="status" />
      </p>
    </div>
  )
}
