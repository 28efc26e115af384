import { NativeSelect, TextInput } from '@mantine/core'
import { focusField } from '../../../forms/focus-field.ts'
import { formPart } from '../../../forms/form-part.ts'
import type { Form } from '../../../forms/use-form.ts'
import { withoutRow, withRow } from '../../../parts/change-rows.ts'
import styles from '../../../parts/row-editor.module.css'
import { AddRow, RemoveRow } from '../../../parts/row-editor.tsx'
import { texts } from '../../../texts.ts'
import { PAIR_SENTENCES } from './product-check.ts'
import { type Pair, type PairProblem, type ProductValues, pairField, pairProblems } from './product-values.ts'

const KINDS = (['text', 'json'] as const).map((value) => ({
  value,
  label: texts.products.metadataKinds[value],
}))

export const MetadataEditor = formPart(
  ['metadata'],
  function MetadataEditor({ form }: { form: Form<ProductValues> }) {
    const pairs = form.values.metadata
    const problems = pairProblems(pairs)
    const set = (next: Pair[]) => form.set('metadata', next)
    return (
      <fieldset className="plain">
        <legend>{texts.products.metadata}</legend>
        <p className="soft small">{texts.products.metadataRule}</p>
        <div className="stack">
          {pairs.map((pair, place) => (
            <PairRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a pair is known by its place alone.
              key={place}
              place={place}
              pair={pair}
              problem={problems.get(place)}
              change={(part) => set(withRow(pairs, place, { ...pair, ...part }))}
              remove={() => set(withoutRow(pairs, place))}
            />
          ))}
          {form.errors.metadata && (
            <p role="alert" className="wrong">
              {form.errors.metadata}
            </p>
          )}
          <AddRow
            label={texts.products.metadataAdd}
            onClick={() => {
              set([...pairs, { name: '', value: '', kind: 'text' }])
              focusField(pairField(pairs.length, 'name'))
            }}
          />
        </div>
      </fieldset>
    )
  },
)

interface RowProps {
  place: number
  pair: Pair
  problem: PairProblem | undefined
  change: (part: Partial<Pair>) => void
  remove: () => void
}

const PairRow = ({ place, pair, problem, change, remove }: RowProps) => (
  <div className={styles.row}>
    <TextInput
      className={styles.grow}
      label={texts.products.metadataName}
      name={pairField(place, 'name')}
      value={pair.name}
      error={problem === 'twice' && PAIR_SENTENCES.twice}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
    <TextInput
      className={styles.grow}
      label={texts.products.metadataValue}
      name={pairField(place, 'value')}
      value={pair.value}
      error={problem === 'bad_json' && PAIR_SENTENCES.bad_json}
      onChange={(event) => change({ value: event.currentTarget.value })}
    />
    <NativeSelect
      className={styles.fixed}
      label={texts.products.metadataKind}
      data={KINDS}
      value={pair.kind}
      onChange={(event) => change({ kind: event.currentTarget.value as Pair['kind'] })}
    />
    <RemoveRow label={texts.products.metadataRemove(pair.name)} onClick={remove} />
  </div>
)
