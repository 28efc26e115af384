import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core'
import { type CustomQuestion, PRODUCT_LIMITS, QUESTION_TYPES } from '#contract/products.ts'
import { lengthOf } from '../../../forms/fields.tsx'
import { focusField } from '../../../forms/focus-field.ts'
import type { Form } from '../../../forms/use-form.ts'
import { Icon } from '../../../parts/icons.tsx'
import styles from '../../../parts/row-editor.module.css'
import { texts } from '../../../texts.ts'
import type { ProductValues } from './product-values.ts'

export function QuestionsEditor({ form }: { form: Form<ProductValues> }) {
  const questions = form.values.custom_questions
  const set = (next: CustomQuestion[]) => form.set('custom_questions', next)
  const change = (place: number, part: Partial<CustomQuestion>) =>
    set(questions.map((question, index) => (index === place ? { ...question, ...part } : question)))
  return (
    <div className="stack">
      {questions.map((question, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone.
        <div key={place} className={styles.row}>
          <TextInput
            className={styles.grow}
            name={fieldAt(place)}
            label={texts.products.question(place + 1)}
            description={`${texts.products.questionRule} · ${texts.forms.soFar(lengthOf(question.question))}`}
            value={question.question}
            error={errorAt(form.errors, place)}
            onChange={(event) => change(place, { question: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label={texts.products.answerType}
            data={QUESTION_TYPES.map((value) => ({ value, label: texts.products.answers[value] }))}
            value={question.type}
            onChange={(type) => change(place, { type: type as CustomQuestion['type'] })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.products.removeQuestion(place + 1)}
            onClick={() => set(questions.filter((_, index) => index !== place))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {form.errors.custom_questions && (
        <p role="alert" className="wrong">
          {form.errors.custom_questions}
        </p>
      )}
      {questions.length < PRODUCT_LIMITS.questionsMax && (
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => {
              set([...questions, { question: '', type: 'text' }])
              focusField(fieldAt(questions.length))
            }}
          >
            {texts.products.addQuestion}
          </Button>
        </div>
      )}
    </div>
  )
}

const fieldAt = (place: number) => `custom_questions[${place}].question`

const errorAt = (errors: Form<ProductValues>['errors'], place: number) =>
  Object.entries(errors).find(([name]) => name.startsWith(`custom_questions[${place}]`))?.[1]
