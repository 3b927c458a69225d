import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFixedText } from './fixed-text.ts';

test.each([
  `'a'`,
  `"<b>bold</b>".html_safe`,
  `raw '<hr>'`,
  `@action == "series" && (params[:which] == "x" || params[:which].blank?) ? ' aria-current="page"'.html_safe : ""`,
  `(Request::is('licenses/create') ? ' class="active"' : '')`,
  `($users->count() > 0) ? '<span>'.number_format($users->count()).'</span>' : ''`,
  `' selected' if item.id == chosen else ''`,
  `' checked' if params[:on]`,
  `'<b>' ~ items|length ~ '</b>'`,
  `'shop.terms'|trans|raw`,
  `query|url_encode|raw`,
  `t('views.title')`,
  `users.count()`,
  `$a->b->count()`,
  `Model.IsHidden ? Html.Raw("style=\\"display:none\\"") : null`,
  `Model.Items.IsEmpty()? Html.Raw("class='a'") : new HtmlString("")`,
  `i % 2 == 0 ? @Html.Raw("a") : @Html.Raw("b")`,
  `T("Common.Title")`,
  `T("Common.Title").Text`,
  `Localizer["Title"].Value`,
])('%s writes nothing of a value', (expression) => {
  expect(isFixedText(expression)).toBe(true);
});

test.each([
  `name`,
  `user.name`,
  `raw @text`,
  `text|raw`,
  `active ? name : ''`,
  `active ? '' : user.bio.html_safe`,
  `name if name`,
  `'a' if x else name`,
  `"<b>#{name}</b>".html_safe`,
  `"<b>$name</b>"`,
  `'<b>' . $name . '</b>'`,
  `'<b>' ~ name ~ '</b>'`,
  `trans('hello', ['name' => $name])`,
  `'key'|trans({'%n%': name})|raw`,
  `name ?: 'x'`,
  `name ?? 'x'`,
  `name || 'x'`,
  `'x' && name`,
  `count`,
  `users.count`,
  `$name . $a->count()`,
  `$name->title . $a->count()`,
  `name + users.count()`,
  `text.size_label`,
  `$request->input('q')`,
  `Model.IsHidden ? Html.Raw(Model.Style) : null`,
  `Model.IsHidden ? Html.Raw($"<b>{Model.Name}</b>") : null`,
  `Html.Raw("<b>") + Model.Name`,
  `T("Common.Hello", Model.Name)`,
  `Model["Title"]`,
  `T("Common.Title").Name`,
  `Html.Raw(Model.Text? : "")`,
  ``,
])('%s may write a value', (expression) => {
  expect(isFixedText(expression)).toBe(false);
});

test('an expression of any form is decided, and a bare name is never fixed', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('a ? ', '(', "'", '"', 'x | ', 'if ', ''),
      (text, start) => {
        isFixedText(start + text);
        expect(isFixedText(`${start === 'a ? ' ? "a ? 'x' : " : ''}secret_value`)).toBe(false);
      },
    ),
  );
});
