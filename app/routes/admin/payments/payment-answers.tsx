import type { Centavos } from '#app/domain/platform/money.ts'
import type { FieldText } from '#app/forms/field-text.ts'
import { paths } from '#app/paths.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type FieldReader = { getField(name: string): FieldText }

const makeFormProps = (paymentId: number) =>
  ({ action: paths.admin.payment(paymentId), 'data-once': '', noValidate: true }) as const

type PaymentAnswersProps = {
  field: FieldReader
  id: number
  offers: { accepted: boolean; assigned: boolean }
  /** true while the bank is returning the money */
  isBeingRefunded: boolean
}

/** Shows the forms that resolve a payment that waits for staff. */
export function PaymentAnswers({ field, id, offers, isBeingRefunded }: PaymentAnswersProps) {
  const formProps = makeFormProps(id)
  return (
    <>
      {isBeingRefunded ? (
        <p className="section">
          Há um reembolso deste Pix em andamento no banco. Até ele responder, o recebimento não pode ser
          aceito nem atribuído a um pedido.
        </p>
      ) : null}
      {offers.accepted ? (
        <PostForm {...formProps} className="stack section">
          <h2>Aceitar o valor</h2>
          <p>O pedido é confirmado como pago, com o valor que entrou.</p>
          <Button name="resolution" value="accepted">
            Aceitar e confirmar o pedido
          </Button>
        </PostForm>
      ) : null}
      {offers.assigned ? (
        <PostForm {...formProps} className="stack section">
          <h2>Atribuir a um pedido</h2>
          <p>O pedido é confirmado como pago por este valor. Confira o total dele antes.</p>
          <TextField label="Pedido" inputMode="numeric" width="half" {...field.getField('orderId')} />
          <Button name="resolution" value="assigned">
            Atribuir e confirmar o pedido
          </Button>
        </PostForm>
      ) : null}
      <PostForm {...formProps} className="stack section">
        <h2>Encerrar sem efeito</h2>
        <TextAreaField
          label="Motivo"
          hint="Fica no histórico. Para devolver o dinheiro, use Registrar reembolso."
          {...field.getField('note')}
        />
        <Button name="resolution" value="dismissed">
          Encerrar
        </Button>
      </PostForm>
    </>
  )
}

type ReversalAnswersProps = {
  field: FieldReader
  id: number
  offers: { canUphold: boolean; canDismiss: boolean; isRefund: boolean }
  hasOrder: boolean
  /** true if nobody has answered yet; otherwise an answer is corrected */
  isOpen: boolean
  /** centavos of each refund by staff to which this money may belong */
  recordedRefunds: readonly Centavos[]
}

/** Shows the forms for a reversed payment, which counts only if the money left the account (D154). */
export function ReversalAnswers({
  field,
  id,
  offers,
  hasOrder,
  isOpen,
  recordedRefunds,
}: ReversalAnswersProps) {
  const formProps = makeFormProps(id)
  return (
    <>
      {offers.canUphold && recordedRefunds.length > 0 ? (
        <PostForm {...formProps} className="stack section">
          <h2>É parte de um reembolso registrado</h2>
          <p>{moneyBackLabels.staffRecorded.list(recordedRefunds)}</p>
          <p>{moneyBackLabels.staffRecorded.partNote}</p>
          <input type="hidden" name="resolution" value="upheld" />
          <Button name="refund" value="part">
            Encerrar: é parte do registrado
          </Button>
        </PostForm>
      ) : null}
      {offers.canUphold ? (
        <PostForm {...formProps} className="stack section">
          <h2>{isOpen ? 'O dinheiro saiu mesmo' : 'Corrigir: o dinheiro saiu mesmo'}</h2>
          <p>O fechamento do dia continua a contar esta saída.</p>
          {offers.isRefund ? <p>{moneyBackLabels.willBeRecordedAsRefund(hasOrder)}</p> : null}
          {recordedRefunds.length > 0 ? (
            <CheckboxField
              label={moneyBackLabels.otherRefundCheckbox}
              name="refund"
              value="other"
              errors={field.getField('refund').errors}
            />
          ) : null}
          <Button name="resolution" value="upheld">
            Encerrar: o dinheiro saiu
          </Button>
        </PostForm>
      ) : null}
      {offers.canDismiss ? (
        <PostForm {...formProps} className="stack section">
          <h2>{isOpen ? 'O dinheiro não saiu' : 'Corrigir: o dinheiro não saiu'}</h2>
          <p>A saída deixa o fechamento do dia, e o pagamento volta a contar para o pedido.</p>
          <TextAreaField
            label="Motivo"
            hint="Como foi conferido, por exemplo no extrato da conta. Fica no histórico."
            {...field.getField('note')}
          />
          <Button name="resolution" value="dismissed">
            Encerrar: o dinheiro não saiu
          </Button>
        </PostForm>
      ) : null}
    </>
  )
}

type ValueAnswersProps = {
  field: FieldReader
  payment: { id: number; value: Centavos }
  reportedAmount: Centavos
}

/** Shows the forms for a payment that was reported again with another value. */
export function ValueAnswers({ field, payment: { id, value }, reportedAmount }: ValueAnswersProps) {
  const formProps = makeFormProps(id)
  const [recordedText, reportedText] = [formatReais(value), formatReais(reportedAmount)]
  return (
    <>
      <PostForm {...formProps} className="stack section">
        <h2>{`Corrigir o valor para ${reportedText}`}</h2>
        <p>{`Este recebimento está registrado com ${recordedText}, e uma leitura posterior informa ${reportedText}. Confira no extrato qual deles entrou. O dia do pagamento fica o mesmo.`}</p>
        <input type="hidden" name="reported" value={reportedAmount} />
        <Button name="resolution" value="value-corrected">
          {`Corrigir de ${recordedText} para ${reportedText}`}
        </Button>
      </PostForm>
      <PostForm {...formProps} className="stack section">
        <h2>{`Manter ${recordedText}`}</h2>
        <input type="hidden" name="reported" value={reportedAmount} />
        <TextAreaField label="Motivo" hint="Fica no recebimento." {...field.getField('kept')} />
        <Button name="resolution" value="value-kept">
          {`Manter ${recordedText}`}
        </Button>
      </PostForm>
    </>
  )
}
