import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type UncertainKind = { job: string; name: string; count: number }
type UncertainEffect = { id: number; name: string; subject: string; createdText: string }
type EffectsToDecide = {
  restore: { restoredText: string; snapshotText: string; firstOrder: number } | null
  kinds: readonly UncertainKind[]
  rows: readonly UncertainEffect[]
}

/** Lists effects that were open in a restored backup and may have run since, for a decision (D112). */
export function UncertainEffects({ effects, action }: { effects: EffectsToDecide | null; action: string }) {
  if (!effects) return null
  const { restore, kinds, rows } = effects
  let effectCount = 0
  for (const { count } of kinds) effectCount += count
  return (
    <section className="section" id="recuperacao" aria-labelledby="recuperacao-titulo">
      <h2 id="recuperacao-titulo">Talvez já feitas</h2>
      <Notice
        tone="warn"
        isSilent
        title={restore ? `A loja foi recuperada em ${restore.restoredText}.` : undefined}
      >
        <p>
          {restore
            ? `Vale o que era em ${restore.snapshotText}; o que veio depois se perdeu. Pedidos novos contam a partir do nº ${restore.firstOrder}. `
            : null}
          Estas tarefas estavam abertas na cópia e podem ter sido feitas antes da recuperação. Nenhuma sai sem
          a sua decisão.
        </p>
      </Notice>
      <DataTable
        caption="Tarefas talvez já feitas, por tipo"
        columns={listKindColumns(action)}
        rows={kinds}
        rowKey={(kind) => kind.job}
        empty={{ text: '' }}
      />
      <DataTable
        caption={
          effectCount > rows.length
            ? `As ${rows.length} primeiras de ${effectCount} tarefas talvez já feitas`
            : 'Cada tarefa talvez já feita'
        }
        showCaption={effectCount > rows.length}
        columns={listRowColumns(action)}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: '' }}
      />
    </section>
  )
}

function listKindColumns(action: string): Column<UncertainKind>[] {
  return [
    { key: 'name', label: 'Tarefa', rowHeader: true, render: (kind) => kind.name },
    { key: 'count', label: 'Quantas', align: 'num', render: (kind) => kind.count },
    {
      key: 'decision',
      label: 'Ações',
      align: 'actions',
      render: ({ job, name }) => (
        <DecisionButtons
          action={action}
          value={job}
          subject={name}
          labels={{ again: 'Enviar todas de novo', done: 'Todas já feitas' }}
        />
      ),
    },
  ]
}

function listRowColumns(action: string): Column<UncertainEffect>[] {
  return [
    { key: 'name', label: 'Tarefa', rowHeader: true, render: (row) => `${row.name} (${row.subject})` },
    { key: 'at', label: 'Desde', align: 'code', render: (row) => row.createdText },
    {
      key: 'decision',
      label: 'Ações',
      align: 'actions',
      render: ({ id, name, subject }) => (
        <DecisionButtons
          action={action}
          value={id}
          subject={`${name} (${subject})`}
          labels={{ again: 'Enviar de novo', done: 'Já foi feito' }}
        />
      ),
    },
  ]
}

type DecisionButtonsProps = {
  action: string
  value: string | number
  subject: string
  labels: { again: string; done: string }
}

function DecisionButtons({ action, value, subject, labels }: DecisionButtonsProps) {
  const hiddenSubject = <span className="visually-hidden">{`: ${subject}`}</span>
  return (
    <PostForm action={action} className="actions" data-once="">
      <Button name="again" value={value}>
        {labels.again}
        {hiddenSubject}
      </Button>
      <Button name="done" value={value}>
        {labels.done}
        {hiddenSubject}
      </Button>
    </PostForm>
  )
}
