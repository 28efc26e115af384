import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { focusField } from '../../../forms/focus-field.ts'
import type { Form } from '../../../forms/use-form.ts'
import { Icon } from '../../../parts/icons.tsx'
import styles from '../../../parts/row-editor.module.css'
import { texts } from '../../../texts.ts'
import { type Pair, type ProductValues, pairField, pairProblems } from './product-values.ts'

const KINDS = (['text', 'json'] as const).map((value) => ({
  value,
  label: texts.products.metadataKinds[value],
}))
const SENTENCES = { bad_json: texts.products.metadataBadJson, twice: texts.products.metadataTwice }

export function MetadataEditor({ form }: { form: Form<ProductValues> }) {
  const pairs = form.values.metadata
  const problems = pairProblems(pairs)
  const set = (next: Pair[]) => form.set('metadata', next)
  const change = (place: number, part: Partial<Pair>) =>
    set(pairs.map((pair, index) => (index === place ? { ...pair, ...part } : pair)))
  return (
    <fieldset className="plain">
      <legend>{texts.products.metadata}</legend>
      <p className="soft small">{texts.products.metadataRule}</p>
      <div className="stack">
        {pairs.map((pair, place) => {
          const problem = problems.get(place)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair is known by its place alone.
            <div key={place} className={styles.row}>
              <TextInput
                className={styles.grow}
                label={texts.products.metadataName}
                name={pairField(place, 'twice')}
                value={pair.name}
                error={problem === 'twice' && SENTENCES.twice}
                onChange={(event) => change(place, { name: event.currentTarget.value })}
              />
              <TextInput
                className={styles.grow}
                label={texts.products.metadataValue}
                name={pairField(place, 'bad_json')}
                value={pair.value}
                error={problem === 'bad_json' && SENTENCES.bad_json}
                onChange={(event) => change(place, { value: event.currentTarget.value })}
              />
              <NativeSelect
                className={styles.fixed}
                label={texts.products.metadataKind}
                data={KINDS}
                value={pair.kind}
                onChange={(event) => change(place, { kind: event.currentTarget.value as Pair['kind'] })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.products.metadataRemove(pair.name)}
                onClick={() => set(pairs.filter((_, index) => index !== place))}
              >
                <Icon name="trash" />
              </ActionIcon>
            </div>
          )
        })}
        {form.errors.metadata && (
          <p role="alert" className="wrong">
            {form.errors.metadata}
          </p>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => {
              set([...pairs, { name: '', value: '', kind: 'text' }])
              focusField(pairField(pairs.length, 'twice'))
            }}
          >
            {texts.products.metadataAdd}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
