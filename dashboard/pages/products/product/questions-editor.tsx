import { SegmentedControl, TextInput } from '@mantine/core'
import { type CustomQuestion, PRODUCT_LIMITS, QUESTION_TYPES } from '#contract/products.ts'
import { focusField } from '../../../forms/focus-field.ts'
import { formPart } from '../../../forms/form-part.ts'
import { lengthOf } from '../../../forms/length-of.ts'
import type { Form } from '../../../forms/use-form.ts'
import { withoutRow, withRow } from '../../../parts/change-rows.ts'
import styles from '../../../parts/row-editor.module.css'
import { AddRow, RemoveRow } from '../../../parts/row-editor.tsx'
import { texts } from '../../../texts.ts'
import type { ProductValues } from './product-values.ts'

export const QuestionsEditor = formPart(
  ['custom_questions'],
  function QuestionsEditor({ form }: { form: Form<ProductValues> }) {
    const questions = form.values.custom_questions
    const set = (next: CustomQuestion[]) => form.set('custom_questions', next)
    return (
      <div className="stack">
        {questions.map((question, place) => (
          <QuestionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone.
            key={place}
            place={place}
            question={question}
            error={errorAt(form.errors, place)}
            change={(part) => set(withRow(questions, place, { ...question, ...part }))}
            remove={() => set(withoutRow(questions, place))}
          />
        ))}
        {form.errors.custom_questions && (
          <p role="alert" className="wrong">
            {form.errors.custom_questions}
          </p>
        )}
        {questions.length < PRODUCT_LIMITS.questionsMax && (
          <AddRow
            label={texts.products.addQuestion}
            onClick={() => {
              set([...questions, { question: '', type: 'text' }])
              focusField(fieldAt(questions.length))
            }}
          />
        )}
      </div>
    )
  },
)

interface RowProps {
  place: number
  question: CustomQuestion
  error: string | undefined
  change: (part: Partial<CustomQuestion>) => void
  remove: () => void
}

const QuestionRow = ({ place, question, error, change, remove }: RowProps) => (
  <div className={styles.row}>
    <TextInput
      className={styles.grow}
      name={fieldAt(place)}
      label={texts.products.question(place + 1)}
      description={`${texts.products.questionRule} · ${texts.forms.soFar(lengthOf(question.question))}`}
      value={question.question}
      error={error}
      onChange={(event) => change({ question: event.currentTarget.value })}
    />
    <SegmentedControl
      aria-label={texts.products.answerType}
      data={QUESTION_TYPES.map((value) => ({ value, label: texts.products.answers[value] }))}
      value={question.type}
      onChange={(type) => change({ type: type as CustomQuestion['type'] })}
    />
    <RemoveRow label={texts.products.removeQuestion(place + 1)} onClick={remove} />
  </div>
)

const fieldAt = (place: number) => `custom_questions[${place}].question`

const errorAt = (errors: Form<ProductValues>['errors'], place: number) =>
  Object.entries(errors).find(([name]) => name.startsWith(`custom_questions[${place}]`))?.[1]
