import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { roleAllows } from '#contract/dashboard/route.ts'
import { NAME_LIMITS } from '#contract/names.ts'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { ApiProblem, call } from '../../../api.ts'
import { formPart } from '../../../forms/form-part.ts'
import { lengthOf } from '../../../forms/length-of.ts'
import type { Form } from '../../../forms/use-form.ts'
import { useCall, useRefresh } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import type { ProductValues } from './product-values.ts'

const words = texts.products

/** Chooses among the store's categories. Members who may add a category can do so here. */
export const CategoriesField = formPart(
  ['categories'],
  function CategoriesField({ form }: { form: Form<ProductValues> }) {
    const { store_id, role } = useStore()
    const refresh = useRefresh()
    const known = useCall('listCategories', { store: store_id }).data?.categories ?? []
    const [typed, setTyped] = useState('')
    const [refused, setRefused] = useState<string>()
    const { categories } = form.values
    const names = [...new Set([...known.map(({ name }) => name), ...categories])]
    const wished = typed.trim()
    const isNew = !names.some((name) => name.toLowerCase() === wished.toLowerCase())
    const isName = wished !== '' && lengthOf(wished) <= NAME_LIMITS.category
    const mayAdd = roleAllows(role, 'manager')

    const choose = (chosen: string[]) => {
      setRefused(undefined)
      if (chosen.every((name) => names.includes(name))) form.set('categories', chosen)
      else void add(wished)
    }

    const add = async (name: string) => {
      try {
        await call('addCategory', { store: store_id, name }).catch(unlessThere(name))
        form.set('categories', [...form.valuesNow().categories, name])
      } catch (error) {
        setTyped(name)
        setRefused(error instanceof ApiProblem ? error.message : texts.states.unknown)
      } finally {
        void refresh('listCategories')
      }
    }

    /** Ignores a failure if the category exists: only the answer was lost, or somebody else added it. */
    const unlessThere = (name: string) => async (error: unknown) => {
      const listed = await call('listCategories', { store: store_id }).catch(() => undefined)
      if (!listed?.categories.some((each) => each.name === name)) throw error
    }
    return (
      <MultiSelect
        aria-label={words.categories}
        description={
          mayAdd ? words.categoriesOrNew : names.length > 0 ? words.categoriesRule : words.noCategories
        }
        data-field="categories"
        data={[
          ...names,
          ...(mayAdd && isNew && isName ? [{ value: wished, label: words.addCategory(wished) }] : []),
        ]}
        nothingFoundMessage={texts.states.nothingFoundTitle}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        selectFirstOptionOnChange
        clearable
        maxValues={PRODUCT_LIMITS.choicesMax}
        value={categories}
        error={refused ?? form.errors.categories}
        onChange={choose}
      />
    )
  },
)
