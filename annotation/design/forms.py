"""What the people who run studies send, cleaned."""

from django import forms

from annotation.models import Study


class StateForm(forms.Form):
    """The state a study is to come into."""

    state = forms.TypedChoiceField(
        choices=[(state, state) for state in (Study.State.OPEN, Study.State.PAUSED, Study.State.CLOSED)],
        coerce=Study.State,
    )
